from kibitz import move
target: int = 100
max_step: int = 10


def start() -> int:
    return 0


def moves(total: int):
    """Add 1 to 10; whoever says the target wins."""
    for step in range(1, max_step + 1):
        if total + step <= target:
            yield move(f"say {total + step}", total + step)


def show(total: int) -> str:
    return f"{total:3d} / {target}"
