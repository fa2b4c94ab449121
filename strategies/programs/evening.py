"""A first bot, in the plain form: it plays every game of fuda.

It takes the option with the most points, if the cards have points, and
otherwise the first one. docs/programs.md explains what it is told.
"""

import json
import sys

hello = json.loads(sys.stdin.readline())
print(json.dumps({"protocol": 1, "form": "plain", "about": "plays the card with the most points"}), flush=True)
points = {card["name"]: card.get("points", 0) for card in hello["cards"] if card}

for line in sys.stdin:
    told = json.loads(line)
    if "view" in told:  # and not the beginning or the end of a game
        options = told["options"]
        best = max(range(len(options)), key=lambda place: points.get(options[place], 0))
        print(json.dumps({"game": told["game"], "option": best}), flush=True)
