import copy

def start():
    return [3, 4, 5]

def moves(heaps):
    result = []
    for i in range(len(heaps)):
        for take in range(1, heaps[i] + 1):
            new_heaps = copy.deepcopy(heaps)
            new_heaps[i] -= take
            result.append(new_heaps)
    return result

def show(heaps):
    return "\n".join(f"{i + 1}: " + "|" * h for i, h in enumerate(heaps))
