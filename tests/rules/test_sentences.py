"""The exact sentence of every refusal, naming reason, player and place."""

from __future__ import annotations

import pytest

from companion.rules.board import Board
from companion.rules.errors import Refused
from companion.rules.events import (
    Doubling,
    Event,
    RouteClaimed,
    StationBuilt,
    Ticket,
    TicketsTaken,
    TurnPassed,
)
from companion.rules.game import Game
from companion.rules.setup import Player, Setup
from tests.rules.test_last_round import LAST
from tests.support.boards import (
    AFRICA,
    EUROPE,
    SIX_SPACES,
    USA,
    assert_refused,
    claims,
    game,
    tickets,
)

BOSTON = RouteClaimed("Ana", "boston--montreal")
PARIS = StationBuilt("Ana", "paris")
THREE_STATIONS = tuple(StationBuilt("Ana", city) for city in ("roma", "wien", "brest"))
ALMOST_OUT = claims("Ana", *SIX_SPACES)
OUT = (*ALMOST_OUT, *claims("Ana", LAST[3]))
LAST_ROUND = (*ALMOST_OUT, *claims("Ana", LAST[1]))
HELD = tickets("Ana", ("boston", "miami", 12))

REFUSED: dict[str, tuple[Board, tuple[Event, ...], Event]] = {
    "Ana already has Boston – Montréal.": (USA, (BOSTON,), BOSTON),
    "Peter cannot claim Boston – Montréal: Ana has this track.": (
        USA,
        (BOSTON,),
        RouteClaimed("Peter", "boston--montreal"),
    ),
    "Ana cannot claim Boston – Montréal: nobody may have two tracks of the same route.": (
        USA,
        (BOSTON,),
        RouteClaimed("Ana", "boston--montreal", 1),
    ),
    "Peter cannot claim Boston – Montréal: Ana has one track, and with fewer than 4"
    " players only one can be claimed.": (
        USA,
        (BOSTON,),
        RouteClaimed("Peter", "boston--montreal", 1),
    ),
    "Ana cannot claim Boston – Montréal: it takes 2 trains, but Ana has none left.": (
        USA,
        OUT,
        BOSTON,
    ),
    "Ana cannot claim Dallas – Houston: it takes 1 train, but Ana has none left.": (
        USA,
        OUT,
        RouteClaimed("Ana", "dallas--houston"),
    ),
    "Ana cannot claim Atlanta – Miami: it takes 5 trains, but Ana has only 3 left.": (
        USA,
        ALMOST_OUT,
        RouteClaimed("Ana", "atlanta--miami"),
    ),
    "Ana cannot claim Calgary – Vancouver: it takes 3 trains, but Ana has only 1 left.": (
        USA,
        (*ALMOST_OUT, *claims("Ana", LAST[2])),
        RouteClaimed("Ana", LAST[3]),
    ),
    "Ana cannot claim another track of Atlanta – Miami: it has only 1.": (
        USA,
        (),
        RouteClaimed("Ana", "atlanta--miami", 1),
    ),
    "Ana cannot claim another track of Boston – Montréal: it has only 2.": (
        USA,
        (),
        RouteClaimed("Ana", "boston--montreal", -1),
    ),
    "Too late for Boston – Montréal: Ana has already had their last turn.": (
        USA,
        (*LAST_ROUND, TurnPassed("Ana")),
        BOSTON,
    ),
    "Ana has already had their last turn.": (
        USA,
        (*LAST_ROUND, TurnPassed("Ana")),
        TurnPassed("Ana"),
    ),
    "Ana cannot double Durban – Pretoria: the number of cards cannot be negative.": (
        AFRICA,
        (),
        RouteClaimed("Ana", "durban--pretoria", 0, Doubling(-1, 2)),
    ),
    "Ana cannot double Durban – Pretoria: it takes 1 Jungle card (locomotives count too), not 0.": (
        AFRICA,
        (),
        RouteClaimed("Ana", "durban--pretoria", 0, Doubling(0, 0)),
    ),
    "Ana already has a station in Paris.": (EUROPE, (PARIS,), PARIS),
    "Peter cannot build in Paris: Ana has a station there.": (
        EUROPE,
        (PARIS,),
        StationBuilt("Peter", "paris"),
    ),
    "Ana cannot build in Paris: all 3 of their stations are already built.": (
        EUROPE,
        THREE_STATIONS,
        PARIS,
    ),
    "Ana cannot build in Durban: The Heart of Africa has no stations.": (
        AFRICA,
        (),
        StationBuilt("Ana", "durban"),
    ),
    "Ana cannot build in atlantis: USA (10th Anniversary) has no stations.": (
        USA,
        (),
        StationBuilt("Ana", "atlantis"),
    ),
    "Ana already has the ticket Miami – Boston.": (
        USA,
        (HELD,),
        tickets("Ana", ("miami", "boston", 12)),
    ),
    "Peter cannot have the ticket Boston – Miami: Ana has it.": (
        USA,
        (HELD,),
        tickets("Peter", ("boston", "miami", 12)),
    ),
    "Ana cannot have the ticket Boston – Miami\xa012, Dallas\xa09: a ticket that is not"
    " in the app’s deck needs exactly two places.": (
        USA,
        (),
        TicketsTaken("Ana", (Ticket.to_one_of("boston", {"miami": 12, "dallas": 9}),)),
    ),
    "Ana already has the ticket Dallas – New York.": (
        USA,
        (),
        tickets("Ana", ("dallas", "new-york", 11), ("dallas", "new-york", 11)),
    ),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_refusal_is_one_sentence(sentence: str) -> None:
    board, played, event = REFUSED[sentence]
    begun = game(board, *played)
    assert assert_refused(begun, event) == sentence


ANA, PETER = Player("Ana", "blue"), Player("Peter", "red")

NO_GAME: dict[str, tuple[Player, ...]] = {
    "Two players are called ana.": (ANA, Player("ana", "red")),
    "Ana and Tom have the same colour.": (ANA, PETER, Player("Tom", "blue")),
    "USA (10th Anniversary) is for 2 to 5 players, not 1.": (ANA,),
    "Tom cannot have the colour “pink”: USA (10th Anniversary) has no such trains.": (
        ANA,
        Player("Tom", "pink"),
    ),
}


@pytest.mark.parametrize("sentence", NO_GAME)
def test_invalid_setup_states_the_reason(sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        Setup(USA, NO_GAME[sentence])
    assert str(refused.value) == sentence


def test_missing_log_entry_states_the_reason() -> None:
    begun = game(USA, BOSTON)

    def sentence(do: object) -> str:
        with pytest.raises(Refused) as refused:
            do()  # type: ignore[operator]
        return str(refused.value)

    assert sentence(Game.begin(begun.setup).undo) == "Nothing left to undo."
    assert sentence(begun.redo) == "Nothing left to redo."
    assert sentence(lambda: begun.remove(1)) == "The log has no entry 2."
    assert sentence(lambda: begun.remove(-1)) == "The log has no entry 0."
    assert sentence(lambda: begun.change(1, TurnPassed("Ana"))) == "The log has no entry 2."
    assert sentence(lambda: begun.insert(2, TurnPassed("Ana"))) == "The log has no entry 3."
    assert sentence(lambda: begun.insert(0, BOSTON)) == (
        "Entry 1 (Ana: Boston – Montréal) would then break a rule:"
        " Ana already has Boston – Montréal."
    )
