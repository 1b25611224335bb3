"""Calls of many rule programs in one process of CPython.

Reads lines {"source", "calls": [{"function", "args"}]} and writes one line for
each: a list of the results of `reference.py --calls`, or the fault of the
module's body. `None` where a value is expected is the fault "none", a length
beyond 64 bits is "overflow".
"""

import json
import sys

import checked
import reference
from rulefile import RuleFile

NAME = "<rules>"


def attempt(work):
    """The result of some work, or its fault."""
    try:
        return work()
    except (AttributeError, TypeError, OverflowError) as error:
        is_none = "NoneType" in str(error)
        if not isinstance(error, OverflowError) and not is_none:
            raise
        place = checked.fault_of(ValueError().with_traceback(error.__traceback__), NAME)
        return place | {"fault": "none" if is_none else "overflow"}


def load(source):
    try:
        return RuleFile(source, NAME, with_checks=True)
    except Exception as error:
        return checked.fault_of(error, NAME)


def answer(request):
    rules = attempt(lambda: load(request["source"]))
    if isinstance(rules, dict):
        return rules
    return [
        attempt(lambda: reference.call(rules, call["function"], call["args"]))
        for call in request["calls"]
    ]


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
