"""A tree as MAX sees it, knowing how the others choose: their levels become chance."""

from __future__ import annotations

from dataclasses import replace

from kibitz.game import CHANCE, MAX, Game
from kibitz.games.tree import Node, Tree


def tree_against(tree: Tree, game: Game) -> Tree:
    """The tree with a chance node for everyone but MAX, with the probabilities of `game`, a game `against` them."""

    def turned(s: int) -> Node:
        node = tree.node(s)
        values = node.values[:1]  # MAX's
        children = [turned(int(tree.result(s, child))) for child in range(len(node.children))]
        if children and game.player(s) == CHANCE:
            outcomes = list(game.outcomes(s))
            for number, child in enumerate(children):
                child.probability = sum(chance for outcome, chance in outcomes if outcome == number)
            is_modelled = node.player != CHANCE
            return replace(node, player=CHANCE, values=values, children=children, is_modelled=is_modelled)
        return replace(node, player=MAX if children else node.player, values=values, children=children)

    return Tree.from_node(turned(0))
