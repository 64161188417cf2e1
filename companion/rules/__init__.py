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
    PLAYER_COLORS,
    ROUTE_COLORS,
    TRAIN_COLORS,
    Board,
    Country,
    DeckTicket,
    Place,
    Route,
    RouteCorrection,
    TerrainType,
    TicketEnd,
)
from companion.rules.board_file import bundled_boards, read_board
from companion.rules.borrowing import Borrowed
from companion.rules.corrections import corrected
from companion.rules.doubling import (
    DoublingOffer,
    Standing,
    WayToDouble,
    claim_points,
    doubling_offer,
)
from companion.rules.draws import cards_this_turn, without_starting_cards
from companion.rules.errors import BadName, EntryRefused, LeftAlone, Malformed, Newer, Refused
from companion.rules.events import (
    Doubling,
    Event,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    Ticket,
    TicketsTaken,
    TurnPassed,
    ends_turn,
)
from companion.rules.format import FORMAT
from companion.rules.game import Game
from companion.rules.longest import longest_trail
from companion.rules.names import LONGEST_NAME, check_name, name_key
from companion.rules.network import Walk, shortest_distance
from companion.rules.offers import (
    legal_tracks,
    offered_events,
    station_cities,
    why_not_claim,
    why_not_connect,
)
from companion.rules.record import (
    Record,
    read_record,
    record_from,
    write_record,
    written,
)
from companion.rules.replay import after, refusal, replay
from companion.rules.setup import HouseRules, Player, Setup
from companion.rules.state import Claim, GameState, PlayerState
from companion.rules.stations import station_cost
from companion.rules.tally import (
    PlayerTally,
    StationUse,
    Tally,
    TicketResult,
    longest_walk,
    tally,
)
from companion.rules.telling import doubled_with, told
from companion.rules.terrain import cards_left, terrain_leaders
from companion.rules.wording import ENGLISH, Language, Phrase, listed, say, say_count, term

__all__ = [
    "ENGLISH",
    "FORMAT",
    "LONGEST_NAME",
    "PLAYER_COLORS",
    "ROUTE_COLORS",
    "TRAIN_COLORS",
    "BadName",
    "Board",
    "Borrowed",
    "Claim",
    "Country",
    "DeckTicket",
    "Doubling",
    "DoublingOffer",
    "EntryRefused",
    "Event",
    "Game",
    "GameState",
    "HouseRules",
    "Language",
    "LeftAlone",
    "Malformed",
    "Newer",
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
    "Standing",
    "StationBuilt",
    "StationUse",
    "Tally",
    "TerrainDrawn",
    "TerrainType",
    "Ticket",
    "TicketEnd",
    "TicketResult",
    "TicketsTaken",
    "TurnPassed",
    "Walk",
    "WayToDouble",
    "after",
    "bundled_boards",
    "cards_left",
    "cards_this_turn",
    "check_name",
    "claim_points",
    "corrected",
    "doubled_with",
    "doubling_offer",
    "ends_turn",
    "legal_tracks",
    "listed",
    "longest_trail",
    "longest_walk",
    "name_key",
    "offered_events",
    "read_board",
    "read_record",
    "record_from",
    "refusal",
    "replay",
    "say",
    "say_count",
    "shortest_distance",
    "station_cities",
    "station_cost",
    "tally",
    "term",
    "terrain_leaders",
    "told",
    "why_not_claim",
    "why_not_connect",
    "without_starting_cards",
    "write_record",
    "written",
]
