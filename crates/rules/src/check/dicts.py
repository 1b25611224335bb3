"""What dicts do. A dict is a pair: its keys in the order of insertion, and their values.

At the end, what numbers do that may be infinite."""


def dict_item(d, key):
    keys, values = d
    return values[keys.index(key)]


def dict_get(d, key, default):
    keys, values = d
    if key in keys:
        return values[keys.index(key)]
    return default


def dict_put(value, d, key):
    keys, values = d
    if key in keys:
        values[keys.index(key)] = value
    else:
        keys.append(key)
        values.append(value)


def dict_setdefault(d, key, default):
    keys, values = d
    if key in keys:
        return values[keys.index(key)]
    keys.append(key)
    values.append(default)
    return default


def dict_new_list(d, key):
    keys, values = d
    if key in keys:
        return values[keys.index(key)]
    value = []
    keys.append(key)
    values.append(value)
    return value


def dict_pop(d, key):
    keys, values = d
    place = keys.index(key)
    keys.pop(place)
    return values.pop(place)


def dict_pop_or(d, key, default):
    keys, values = d
    if key not in keys:
        return default
    place = keys.index(key)
    keys.pop(place)
    return values.pop(place)


def dict_popitem(d):
    keys, values = d
    return keys.pop(), values.pop()


def dict_remove(d, key):
    keys, values = d
    if key in keys:
        place = keys.index(key)
        keys.pop(place)
        values.pop(place)


def dict_clear(d):
    keys, values = d
    keys.clear()
    values.clear()


def dict_copy(d):
    keys, values = d
    return keys.copy(), values.copy()


def dict_of(pairs):
    keys = []
    values = []
    d = keys, values
    for key, value in pairs:
        dict_put(value, d, key)
    return d


def dict_update(d, pairs):
    for key, value in pairs:
        dict_put(value, d, key)


def dict_items(d):
    keys, values = d
    return list(zip(keys, values))


def dict_equal(a, b):
    keys, values = a
    other_keys, other_values = b
    if len(keys) != len(other_keys):
        return False
    for key, value in zip(keys, values):
        if key not in other_keys:
            return False
        if other_values[other_keys.index(key)] != value:
            return False
    return True


def dict_count(items):
    keys = []
    counts = []
    for key in items:
        if key in keys:
            counts[keys.index(key)] += 1
        else:
            keys.append(key)
            counts.append(1)
    return keys, counts


def dict_same_counts(a, b):
    for key in a[0]:
        if dict_get(a, key, 0) != dict_get(b, key, 0):
            return False
    for key in b[0]:
        if dict_get(a, key, 0) != dict_get(b, key, 0):
            return False
    return True


def dict_combined(a, b, sign):
    keys = []
    counts = []
    for key in a[0]:
        count = dict_get(a, key, 0) + sign * dict_get(b, key, 0)
        if count > 0:
            keys.append(key)
            counts.append(count)
    for key in b[0]:
        count = sign * dict_get(b, key, 0)
        if key not in a[0] and count > 0:
            keys.append(key)
            counts.append(count)
    return keys, counts


def dict_elements(d):
    keys, counts = d
    items = []
    for place in range(len(keys)):
        for _ in range(counts[place]):
            items.append(keys[place])
    return items


def dict_most_common(d):
    return sorted(dict_items(d), key=lambda pair: pair[1], reverse=True)


def dict_total(d):
    return sum(d[1])


def dict_finite(bound):
    """A number that may be infinite (the greatest or least int), where an int is needed."""
    is_finite = -9223372036854775807 <= bound <= 9223372036854775806
    assert is_finite, "this is infinite, and a rule file computes with ints"
    return bound
