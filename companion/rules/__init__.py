"""What is true at the table: boards, entries, the state of a game and its final tally.

Pure Python without dependencies. A game is a `Setup` and a log of events; everything else is
found out by replaying it:

>>> from companion.rules import Game, Player, RouteClaimed, Setup, bundled_boards, tally
>>> setup = Setup(bundled_boards()["usa"], (Player("Ana", "blue"), Player("Peter", "red")))
>>> game = Game.begin(setup).record(RouteClaimed("Ana", "boston--montreal"))
>>> game.state.players["Ana"].route_points
2
>>> tally(game.state).winners
('Ana',)
"""

from companion.rules.board import (
    LONG_TICKETS,
    PLAYER_COLORS,
    ROUTE_COLORS,
    TRAIN_COLORS,
    Board,
    Place,
    Route,
    RouteCorrection,
)
from companion.rules.board_file import bundled_boards, read_board
from companion.rules.corrections import corrected
from companion.rules.doubling import DoublingOffer, claim_points, doubling_offer
from companion.rules.draws import DRAWS_A_TURN, cards_this_turn, without_starting_cards
from companion.rules.errors import (
    BadName,
    EntryRefused,
    LeftAlone,
    Malformed,
    Newer,
    Refused,
    TrackClosed,
)
from companion.rules.events import (
    Doubling,
    Event,
    Pairs,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    Ticket,
    TicketsTaken,
    TurnPassed,
    ends_turn,
)
from companion.rules.format import FORMAT, RECORD, Format
from companion.rules.game import Game
from companion.rules.longest import longest_trail
from companion.rules.names import check_name, name_in, name_key
from companion.rules.network import Walk, shortest_distance
from companion.rules.offers import why_not_claim, why_not_connect
from companion.rules.reading import Fields, read_json, shown
from companion.rules.record import LARGEST, Record, read_record, record_from, write_record, written
from companion.rules.replay import after, refusal, replay
from companion.rules.setup import HouseRules, Player, Setup
from companion.rules.state import Claim, GameState, PlayerState
from companion.rules.stations import station_cost
from companion.rules.tally import PlayerTally, StationUse, Tally, TicketResult, longest_walk, tally
from companion.rules.telling import doubled_with, told
from companion.rules.terrain import cards_left, terrain_leaders
from companion.rules.tickets import FEWEST_POINTS, MOST_POINTS
from companion.rules.verdict import deciding, runners_up, verdict
from companion.rules.wording import (
    ENGLISH,
    Language,
    Phrase,
    listed,
    say,
    say_count,
    signed,
    term,
    unsigned,
)

__all__ = [
    "DRAWS_A_TURN",
    "ENGLISH",
    "FEWEST_POINTS",
    "FORMAT",
    "LARGEST",
    "LONG_TICKETS",
    "MOST_POINTS",
    "PLAYER_COLORS",
    "RECORD",
    "ROUTE_COLORS",
    "TRAIN_COLORS",
    "BadName",
    "Board",
    "Claim",
    "Doubling",
    "DoublingOffer",
    "EntryRefused",
    "Event",
    "Fields",
    "Format",
    "Game",
    "GameState",
    "HouseRules",
    "Language",
    "LeftAlone",
    "Malformed",
    "Newer",
    "Pairs",
    "Phrase",
    "Place",
    "Player",
    "PlayerLeft",
    "PlayerState",
    "PlayerTally",
    "Record",
    "Refused",
    "Route",
    "RouteClaimed",
    "RouteCorrection",
    "Setup",
    "StationBuilt",
    "StationUse",
    "Tally",
    "TerrainDrawn",
    "Ticket",
    "TicketResult",
    "TicketsTaken",
    "TrackClosed",
    "TurnPassed",
    "Walk",
    "after",
    "bundled_boards",
    "cards_left",
    "cards_this_turn",
    "check_name",
    "claim_points",
    "corrected",
    "deciding",
    "doubled_with",
    "doubling_offer",
    "ends_turn",
    "listed",
    "longest_trail",
    "longest_walk",
    "name_in",
    "name_key",
    "read_board",
    "read_json",
    "read_record",
    "record_from",
    "refusal",
    "replay",
    "runners_up",
    "say",
    "say_count",
    "shortest_distance",
    "shown",
    "signed",
    "station_cost",
    "tally",
    "term",
    "terrain_leaders",
    "told",
    "unsigned",
    "verdict",
    "why_not_claim",
    "why_not_connect",
    "without_starting_cards",
    "write_record",
    "written",
]
