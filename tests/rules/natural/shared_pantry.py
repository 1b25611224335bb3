"""Two cooks take ingredients for a recipe in turn; a player who cannot complete a recipe loses."""
from typing import NamedTuple

RECIPES = {
    "bread": {"flour": 2},
    "cake": {"flour": 1, "sugar": 1, "egg": 1},
    "omelette": {"egg": 2},
}
PANTRY = {"flour": 4, "sugar": 1, "egg": 3}


class Pantry(NamedTuple):
    flour: int
    sugar: int
    egg: int


def as_dict(pantry):
    return {"flour": pantry.flour, "sugar": pantry.sugar, "egg": pantry.egg}


def can_cook(stock, recipe):
    return all(stock.get(item, 0) >= count for item, count in recipe.items())


def start():
    yield Pantry(**PANTRY)


def moves(pantry):
    stock = as_dict(pantry)
    for recipe in RECIPES.values():
        if can_cook(stock, recipe):
            after = dict(stock)
            after |= {item: stock[item] - count for item, count in recipe.items()}
            yield Pantry(after["flour"], after["sugar"], after["egg"])
