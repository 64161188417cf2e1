"""The rules of the game, without dependencies: boards, events, game state and final tally.

A game is a `Setup` and a log of events; its state is the replay of that log:

>>> from companion.rules.boards import bundled_boards
>>> from companion.rules.events import RouteClaimed
>>> from companion.rules.final_tally import tally
>>> from companion.rules.game import Game
>>> from companion.rules.setup import Player, Setup
>>> setup = Setup(bundled_boards()["usa"], (Player("Ana", "blue"), Player("Peter", "red")))
>>> game = Game.begin(setup).record(RouteClaimed("Ana", "boston--montreal"))
>>> game.state.players["Ana"].route_points
2
>>> tally(game.state).winners
('Ana',)

The package exports nothing: import from its modules, so that only what is used is loaded.
"""
