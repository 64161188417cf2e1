"""The state of the game in one line."""

from __future__ import annotations

from dataclasses import replace

from companion.report.words.players import banner_text, turn_summary
from companion.rules.events import Event, TurnPassed
from companion.rules.setup import Setup
from companion.store.store import Store
from companion.table.session import GameSession
from companion.table.sessions import Sessions
from tests.support.boards import SIX_SPACES, USA, claims, players
from tests.support.sessions import accepted


def session(store: Store, *events: Event, counted: bool = False) -> GameSession:
    """A game of Ana and Peter with some entries."""
    sessions = Sessions(store)
    sessions.begin(replace(Setup(USA, players(2, USA.train_colors)), counted=counted))
    session = sessions.current
    assert session is not None
    for event in events:
        assert accepted(session.enter, event)
    return session


def lines(session: GameSession) -> tuple[str, str, str | None]:
    banner = banner_text(session.now)
    return (
        str(turn_summary(session.now)),
        str(turn_summary(session.now, is_short=True)),
        str(banner) if banner is not None else None,
    )


def test_summary_names_the_player_and_the_claims(store: Store) -> None:
    begun = session(store, *claims("Ana", "boston--montreal"))
    assert lines(begun) == ("Peter’s turn · 1 claim", "Peter’s turn", None)


def test_last_round_names_who_has_still_to_play(store: Store) -> None:
    ending = session(store, *claims("Ana", *SIX_SPACES, "dallas--houston"))
    assert lines(ending)[2] == "Last round. Still to play: Peter and Ana."
    ending.enter(TurnPassed("Peter"))
    assert lines(ending)[2] == "Last round. Still to play: Ana."
    ending.enter(TurnPassed("Ana"))
    claimed = len(SIX_SPACES) + 1
    assert lines(ending) == (f"All turns played · {claimed} claims", "All turns played", None)


def test_correction_and_insertion_name_the_entry(store: Store) -> None:
    played = session(store, *claims("Ana", "duluth--helena"), TurnPassed("Peter"))
    played.correct(0)
    assert lines(played) == (
        "Scores before entry 1",
        "Scores before entry 1",
        "Correcting entry 1 (Ana: Duluth – Helena): enter what really happened.",
    )
    played.cancel_correction()
    played.insert_before(1)
    assert lines(played)[0] == "Scores before entry 2"
    assert lines(played)[2] == ("Adding before entry 2 (Peter: turn ended): enter what was missed.")


def test_counted_game_says_whose_routes_to_tap(store: Store) -> None:
    counted = session(store, counted=True)
    assert lines(counted) == ("Tap Ana’s routes", "Tap Ana’s routes", None)
