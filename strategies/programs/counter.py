"""A player of Kusuri-gui who counts the months: strategies/kusuri-gui/counter.luau
in Python, choice for choice."""

from fuda_bot import game, play

KINDS = {"bright": 6, "animal": 3, "ribbon": 2.5, "chaff": 1}
WILLOW = 11

WORTH, MONTH = [], []


def prepare():
    """What depends on the cards alone."""
    for card in game.cards:
        is_fine = card is not None and card.ribbon in ("poetry", "blue")
        WORTH.append(card and KINDS[card.kind] + (1 if is_fine else 0))
        MONTH.append(card and card.month)


def danger(able, unseen, held):
    """The chance that the opponent holds one of the `able` cards that take the
    pile, among those that are unseen."""
    missed = 1
    for drawn in range(held):
        missed *= max(0, (unseen - able - drawn) / max(1, unseen - drawn))
    return 1 - missed


def choose(view, options):
    captures, held, unseen = view.captures_pile, view.held, len(view.unseen)
    left = [0] * 13
    for card in view.unseen:
        left[MONTH[card]] += 1
    size = len(view.pile)
    pile = 0
    for card in view.pile:
        pile += WORTH[card]
    risks = {}
    best, most = 0, float("-inf")
    for place, card in enumerate(options):
        month = MONTH[card]
        if card in captures:
            # A willow takes everything: it is kept for a pile that is worth it.
            value = pile + WORTH[card] + (4 if view.kusuri else 0) - (6 if month == WILLOW and size < 4 else 0)
        else:
            stake = pile + WORTH[card] + (4 if size == 0 else 0)
            able = left[month] + (0 if month == WILLOW else left[WILLOW])
            if able not in risks:
                risks[able] = danger(able, unseen, held)
            value = -risks[able] * stake - 0.2 * WORTH[card] - (4 if month == WILLOW else 0)
        if value > most:
            best, most = place, value
    return best


if __name__ == "__main__":
    play(choose, "counts the months, in Python", prepare)
