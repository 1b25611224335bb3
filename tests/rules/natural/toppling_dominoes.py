# Toppling dominoes: topple one of your own dominoes left or right with all it hits
from kibitz import move

def start():
    return "LRRLLRLR"

def topple(row, colour):
    for i in range(len(row)):
        if row[i] == colour:
            yield move(f"{i} to the right", row[:i])
            yield move(f"{i} to the left", row[i+1:])

def left(row):
    return topple(row, "L")

def right(row):
    return topple(row, "R")
