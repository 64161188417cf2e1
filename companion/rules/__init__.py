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

from typing import TYPE_CHECKING

from companion.doors import doors

if TYPE_CHECKING:
    from companion.rules.board import (
        LONG_TICKETS,
        Board,
        Place,
        Route,
        RouteCorrection,
    )
    from companion.rules.board_file import read_board
    from companion.rules.bundle import Bundle, Cover, bundled_boards
    from companion.rules.colors import PLAYER_COLORS, ROUTE_COLORS, TRAIN_COLORS
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
    from companion.rules.final_tally import (
        PlayerTally,
        StationUse,
        Tally,
        TicketResult,
        longest_walk,
        tally,
    )
    from companion.rules.format import FORMAT, RECORD, Format
    from companion.rules.game import Game
    from companion.rules.longest import longest_trail
    from companion.rules.names import check_name, name_in, name_key
    from companion.rules.network import Walk, shortest_distance
    from companion.rules.offers import why_not_claim, why_not_connect
    from companion.rules.reading import Fields, read_json, shown
    from companion.rules.record import (
        LARGEST,
        Record,
        read_record,
        record_from,
        write_record,
        written,
    )
    from companion.rules.replaying import after, refusal, replay
    from companion.rules.setup import HouseRules, Player, Setup, seated
    from companion.rules.state import Claim, GameState, PlayerState
    from companion.rules.stations import station_cost
    from companion.rules.telling import doubled_with, told
    from companion.rules.terrain import cards_left, terrain_leaders
    from companion.rules.tickets import FEWEST_POINTS, MOST_POINTS
    from companion.rules.winning import deciding, runners_up, verdict
    from companion.rules.wording import (
        ENGLISH,
        Language,
        Phrase,
        enumerated,
        in_points,
        listed,
        say,
        say_count,
        say_of,
        signed,
        term,
        unsigned,
        verbatim,
    )

__getattr__ = doors(
    __name__,
    {
        "board": ("LONG_TICKETS Board Place Route RouteCorrection"),
        "board_file": "read_board",
        "bundle": "Bundle Cover bundled_boards",
        "colors": "PLAYER_COLORS ROUTE_COLORS TRAIN_COLORS",
        "corrections": "corrected",
        "doubling": "DoublingOffer claim_points doubling_offer",
        "draws": "DRAWS_A_TURN cards_this_turn without_starting_cards",
        "errors": "BadName EntryRefused LeftAlone Malformed Newer Refused TrackClosed",
        "events": (
            "Doubling Event Pairs PlayerLeft RouteClaimed StationBuilt TerrainDrawn "
            "Ticket TicketsTaken TurnPassed ends_turn"
        ),
        "format": "FORMAT RECORD Format",
        "game": "Game",
        "longest": "longest_trail",
        "names": "check_name name_in name_key",
        "network": "Walk shortest_distance",
        "offers": "why_not_claim why_not_connect",
        "reading": "Fields read_json shown",
        "record": "LARGEST Record read_record record_from write_record written",
        "replaying": "after refusal replay",
        "setup": "HouseRules Player Setup seated",
        "state": "Claim GameState PlayerState",
        "stations": "station_cost",
        "final_tally": "PlayerTally StationUse Tally TicketResult longest_walk tally",
        "telling": "doubled_with told",
        "terrain": "cards_left terrain_leaders",
        "tickets": "FEWEST_POINTS MOST_POINTS",
        "winning": "deciding runners_up verdict",
        "wording": (
            "ENGLISH Language Phrase enumerated in_points listed say say_count say_of signed term "
            "unsigned verbatim"
        ),
    },
)
