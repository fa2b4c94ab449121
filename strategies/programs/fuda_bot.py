"""Speaks fuda's protocol, so that a bot is one function.

    from fuda_bot import play

    def choose(view, options):
        return 0  # the place of an option, from 0

    play(choose, about="takes the first option")

Copy this file beside your bot: it needs nothing but Python 3.8 or later.
docs/fields.md lists the fields of `view` for every game. A field whose name is
a word of Python has an underscore after it: `view.class_`.

- Cards are numbers. `game.cards[card]` has what is known of one: its `name` and
  the facts of the game. `game.rules`, `game.deck`, `game.players` and `game.name`
  say the rest. `game` can be read once `play` was called; for tables that are
  made once, give `play` a function `prepare`, which is called before the first
  game.
- `choose` may take a third argument, a `Turn`: with random numbers of this
  decision (`turn.random`, a `random.Random`), and a dictionary in which to
  remember something until the game ends (`turn.memory`).
- Use nothing else that changes: no clock, no file, no variable of an earlier
  game. Then a run gives the same figures on any machine.
- `print` goes to the standard error, as the standard output is fuda's: fuda shows
  the last lines if the bot fails.
"""

import inspect
import json
import keyword
import random
import sys
from collections import namedtuple

PROTOCOL = 1


def names(fields):
    """The names of fields, as Python can write them."""
    return [field["name"] + "_" * keyword.iskeyword(field["name"]) for field in fields]


class Game:
    """What is known before the first game."""

    def tell(self, hello):
        self.name = hello["game"]
        self.players = hello["players"]
        self.rules = hello["rules"]
        self.deck = hello["deck"]
        facts = namedtuple("Card", ["name"] + names(hello["card"]))
        # Cards are counted from 1.
        self.cards = [None] + [facts(*card.values()) for card in hello["cards"][1:]]


game = Game()


class Turn:
    """A decision beside what is seen: the seat, its number, and random numbers."""

    __slots__ = ("seat", "number", "seed", "_game", "_memories", "_random")

    def __init__(self, game_number, seat, number, seed, memories):
        self._game = game_number
        self.seat = seat
        self.number = number
        self.seed = seed
        self._memories = memories
        self._random = None

    @property
    def random(self):
        """Random numbers of this decision: the same sequence whenever it is made."""
        if self._random is None:
            self._random = random.Random(self.seed)
        return self._random

    @property
    def memory(self):
        """What was remembered in this game, at this seat."""
        return self._memories.setdefault(self._game, {})


def records(fields):
    """The fields that have a value for each name: their places, with what makes
    them readable by name."""
    found = []
    for place, field in enumerate(fields):
        shape = field["shape"]
        if isinstance(shape, dict) and "record" in shape:
            found.append((place, namedtuple(field["name"].title(), shape["record"])._make))
    return found


def play(choose, about=None, prepare=None):
    """Plays until fuda has had enough."""
    lines, out = sys.stdin, sys.stdout
    sys.stdout = sys.stderr
    hello = json.loads(lines.readline())
    if hello["protocol"] != PROTOCOL:
        sys.exit("this fuda_bot.py speaks protocol %d; take the one of your fuda" % PROTOCOL)
    game.tell(hello)
    make_view = namedtuple("View", names(hello["view"]))._make
    by_name = records(hello["view"])
    wants_turn = len(inspect.signature(choose).parameters) > 2
    if prepare:
        prepare()
    ready = {"protocol": PROTOCOL, "form": "batch"}
    if about:
        ready["about"] = about
    out.write(json.dumps(ready) + "\n")
    out.flush()
    lists, memories = {}, {}
    for line in lines:
        told = json.loads(line)
        for number in told.get("end", ()):
            memories.pop(number, None)
        for number, options in told.get("lists", ()):
            lists[number] = options
        answers = []
        for number, seat, decision, seed, view, options in told["ask"]:
            if options.__class__ is int:
                options = lists[options]
            for place, make in by_name:
                view[place] = make(view[place])
            if wants_turn:
                option = choose(make_view(view), options, Turn(number, seat, decision, seed, memories))
            else:
                option = choose(make_view(view), options)
            answers.append((number, option))
        out.write(json.dumps(answers) + "\n")
        out.flush()
