"""What some methods of strings and functions of the library do.

The name of a method is followed by the number of its arguments. Faults are those of the simple
methods that are called: what cannot be found, or is not one character.
"""


def bounds_(length, start, end):
    """The bounds of a slice as indices."""
    if start < 0:
        start = max(0, start + length)
    if end < 0:
        end = max(0, end + length)
    return start, min(end, length)


def text_find_2(s, part, start):
    return text_find_3(s, part, start, len(s))


def text_find_3(s, part, start, end):
    start, end = bounds_(len(s), start, end)
    if start > end:
        return -1
    place = s[start:end].find(part)
    return place if place < 0 else start + place


def text_rfind_2(s, part, start):
    return text_rfind_3(s, part, start, len(s))


def text_rfind_3(s, part, start, end):
    start, end = bounds_(len(s), start, end)
    if start > end:
        return -1
    place = s[start:end].rfind(part)
    return place if place < 0 else start + place


def text_index_2(s, part, start):
    return text_index_3(s, part, start, len(s))


def text_index_3(s, part, start, end):
    place = text_find_3(s, part, start, end)
    return place if place >= 0 else "".index("a")


def text_rindex_1(s, part):
    place = s.rfind(part)
    return place if place >= 0 else "".index("a")


def text_count_2(s, part, start):
    return text_count_3(s, part, start, len(s))


def text_count_3(s, part, start, end):
    start, end = bounds_(len(s), start, end)
    return s[start:end].count(part) if start <= end else 0


def text_replace_3(s, old, new, count):
    if count < 0:
        return s.replace(old, new)
    done = ""
    while count > 0 and old in s:
        place = s.find(old)
        done += s[:place] + new
        s = s[place + len(old):]
        count -= 1
        if old == "":
            if s == "":
                break
            done += s[0]
            s = s[1:]
    return done + s


def text_split_2(s, separator, most):
    if most < 0:
        return s.split(separator)
    s.split(separator)
    parts = []
    while most > 0 and separator in s:
        place = s.find(separator)
        parts.append(s[:place])
        s = s[place + len(separator):]
        most -= 1
    return parts + [s]


def text_rsplit_1(s, separator):
    return text_rsplit_2(s, separator, -1)


def text_rsplit_2(s, separator, most):
    s.split(separator)
    parts = []
    while most != 0 and separator in s:
        place = s.rfind(separator)
        parts.insert(0, s[place + len(separator):])
        s = s[:place]
        most -= 1
    return [s] + parts


def text_partition_1(s, separator):
    s.split(separator)
    place = s.find(separator)
    if place < 0:
        return s, "", ""
    return s[:place], separator, s[place + len(separator):]


def text_rpartition_1(s, separator):
    s.split(separator)
    place = s.rfind(separator)
    if place < 0:
        return "", "", s
    return s[:place], separator, s[place + len(separator):]


def text_removeprefix_1(s, part):
    return s[len(part):] if s.startswith(part) else s


def text_removesuffix_1(s, part):
    return s[:len(s) - len(part)] if s.endswith(part) else s


def text_ljust_1(s, width):
    return s + " " * (width - len(s))


def text_ljust_2(s, width, fill):
    return s + chr(ord(fill)) * (width - len(s))


def text_rjust_1(s, width):
    return " " * (width - len(s)) + s


def text_rjust_2(s, width, fill):
    return chr(ord(fill)) * (width - len(s)) + s


def text_center_1(s, width):
    return text_center_2(s, width, " ")


def text_center_2(s, width, fill):
    fill = chr(ord(fill))
    more = width - len(s)
    if more <= 0:
        return s
    before = more // 2 + (more & width & 1)
    return fill * before + s + fill * (more - before)


def text_zfill_1(s, width):
    zeros = "0" * (width - len(s))
    return s[0] + zeros + s[1:] if s[:1] == "+" or s[:1] == "-" else zeros + s


def text_swapcase_0(s):
    return "".join([c.lower() if c.isupper() else c.upper() for c in s])


def text_capitalize_0(s):
    s.isalpha()
    return s[:1].upper() + s[1:].lower()


def text_title_0(s):
    done = ""
    is_inside = False
    for c in s:
        done += c.lower() if is_inside else c.upper()
        is_inside = c.isalpha()
    return done


def text_isspace_0(s):
    s.isalpha()
    return s != "" and all(c in " \t\n\r\v\f\x1c\x1d\x1e\x1f" for c in s)


def text_splitlines_0(s):
    lines = []
    line = ""
    was_return = False
    for c in s:
        if c == "\n" and was_return:
            was_return = False
        elif c in "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029":
            lines.append(line)
            line = ""
            was_return = c == "\r"
        else:
            line += c
            was_return = False
    return lines + [line] if line else lines


def text_startswith_any(s, parts):
    return any(s.startswith(part) for part in parts)


def text_endswith_any(s, parts):
    return any(s.endswith(part) for part in parts)


def text_int(s, base):
    s = s.strip().lower()
    sign = -1 if s[:1] == "-" else 1
    if s[:1] == "-" or s[:1] == "+":
        s = s[1:]
    if base == 2 and s[:2] == "0b" or base == 8 and s[:2] == "0o" or base == 16 and s[:2] == "0x":
        s = s[2:]
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    assert 2 <= base <= 36, "int() base must be >= 2 and <= 36"
    if s == "":
        return int(s)
    number = 0
    for c in s:
        number = number * base + sign * digits[:base].index(c)
    return number


def operator_add(a, b):
    return a + b


def operator_sub(a, b):
    return a - b


def operator_mul(a, b):
    return a * b


def operator_floordiv(a, b):
    return a // b


def operator_mod(a, b):
    return a % b


def operator_and_(a, b):
    return a & b


def operator_or_(a, b):
    return a | b


def operator_xor(a, b):
    return a ^ b


def operator_neg(a):
    return -a


def operator_not_(a):
    return not a


def operator_eq(a, b):
    return a == b


def operator_ne(a, b):
    return a != b


def operator_lt(a, b):
    return a < b


def operator_le(a, b):
    return a <= b


def operator_gt(a, b):
    return a > b


def operator_ge(a, b):
    return a >= b


def set_sorted_by(keys):
    keys = sorted(keys)
    assert all(keys[i] != keys[i + 1] for i in range(len(keys) - 1)), "two items of a set have equal keys, so their order is not defined"
    return True


def set_least_by(keys):
    assert not keys or keys.count(min(keys)) == 1, "two items of a set have the least key, so the result is not defined"
    return True


def set_greatest_by(keys):
    assert not keys or keys.count(max(keys)) == 1, "two items of a set have the greatest key, so the result is not defined"
    return True


def set_remove(s, item):
    if item not in s:
        {0: 0}[1]
    return s - {item}


def set_xor(a, b):
    return (a - b) | (b - a)


def set_less(a, b):
    return a <= b and len(a) < len(b)


def text_bin(n):
    return f"-0b{n:b}".replace("b-", "b") if n < 0 else f"0b{n:b}"


def text_oct(n):
    return f"-0o{n:o}".replace("o-", "o") if n < 0 else f"0o{n:o}"


def text_hex(n):
    return f"-0x{n:x}".replace("x-", "x") if n < 0 else f"0x{n:x}"


def text_zeros(digits, width):
    if width < 0:
        "".index("a")
    return digits.zfill(width)


def text_right(text, width):
    if width < 0:
        "".index("a")
    return text.rjust(width)


def text_left(text, width):
    if width < 0:
        "".index("a")
    return text.ljust(width)


def iter_sums(items):
    return iter_accumulate(items[1:], items[0]) if items else []


def iter_accumulate(items, total):
    out = [total]
    for item in items:
        total = total + item
        out.append(total)
    return out


def iter_combinations(items, count):
    if count < 0:
        "".index("a")
    out = []
    if count > len(items):
        return out
    places = list(range(count))
    while True:
        out.append(tuple([items[place] for place in places]))
        last = count - 1
        while last >= 0 and places[last] == len(items) - count + last:
            last -= 1
        if last < 0:
            return out
        first = places[last] + 1
        for place in range(last, count):
            places[place] = first + place - last


def iter_permutations(items, count):
    if count < 0:
        "".index("a")
    chosen = [()]
    for _ in range(count):
        longer = []
        for places in chosen:
            for place in range(len(items)):
                if place not in places:
                    longer.append(places + (place,))
        chosen = longer
    return [tuple([items[place] for place in places]) for places in chosen]


def iter_product(items, count):
    if count < 0:
        "".index("a")
    chosen = [()]
    for _ in range(count):
        chosen = [before + (item,) for before in chosen for item in items]
    return chosen


def iter_product_of(lists):
    chosen = [()]
    for items in lists:
        chosen = [before + (item,) for before in chosen for item in items]
    return chosen
