"""Bridge again, with cards as words and hands as sets: slow, plain, and sharing nothing with the game."""

RANKS = "23456789TJQKA"
SEATS = "NESW"


def hands_of(text):
    """The hands of a plain position, by seat; its trump, and who leads."""
    first, *others = text.split()
    *others, trump, leader = others
    start = SEATS.index(first[0])
    hands = {}
    for place, word in enumerate([first[2:], *others]):
        cards = {suit + rank for suit, ranks in zip("SHDC", word.split("."), strict=True) for rank in ranks}
        hands[SEATS[(start + place) % 4]] = frozenset(cards)
    return hands, trump, leader


def legal(hand, trick):
    """The cards that may be played."""
    following = {card for card in hand if trick and card[0] == trick[0][1][0]}
    return following or set(hand)


def winner(trick, trump):
    """Who wins a trick, given as pairs of seat and card."""
    led = trick[0][1][0]
    return max(trick, key=lambda play: ((play[1][0] == trump) * 2 + (play[1][0] == led), RANKS.index(play[1][1])))[0]


def tricks_of_north_and_south(text):
    """By minimax over everything, every position looked at once."""
    hands, trump, leader = hands_of(text)
    known = {}

    def value(hands, trick, turn):
        if not trick and not any(hands.values()):
            return 0
        key = (tuple(hands.values()), tuple(trick), turn)
        if key not in known:
            known[key] = best(hands, trick, turn)
        return known[key]

    def best(hands, trick, turn):
        found = []
        for card in legal(hands[turn], trick):
            after = {**hands, turn: hands[turn] - {card}}
            played = [*trick, (turn, card)]
            if len(played) < 4:
                found.append(value(after, played, SEATS[(SEATS.index(turn) + 1) % 4]))
            else:
                taker = winner(played, trump)
                found.append(value(after, [], taker) + (taker in "NS"))
        return max(found) if turn in "NS" else min(found)

    return value(hands, [], leader)
