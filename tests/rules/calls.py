"""Calls of many rule programs in one process of CPython.

Reads lines {"source", "calls": [{"function", "args"}]} and writes one line for
each: a list of the results of `reference.py --calls`, or the fault of the
module's body.
"""

import json
import sys

import checked
import reference
from rulefile import RuleFile

NAME = "<rules>"


def load(source):
    try:
        return RuleFile(source, NAME, with_checks=True)
    except Exception as error:
        return checked.fault_of(error, NAME)


def answer(request):
    rules = checked.attempt(lambda: load(request["source"]), NAME)
    if isinstance(rules, dict):
        return rules
    return [
        checked.attempt(lambda: reference.call(rules, call["function"], call["args"]), NAME)
        for call in request["calls"]
    ]


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
