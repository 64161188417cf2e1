"""Recording, unlimited undo and redo, and corrections of earlier entries."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.apply import MAX_ENTRIES, why_refused
from companion.rules.board import Board
from companion.rules.errors import EntryRefused, Refused
from companion.rules.events import Event, RouteClaimed, StationBuilt, TerrainDrawn, TurnPassed
from companion.rules.game import Game
from companion.rules.wording import Phrase
from tests.support.boards import AFRICA, EUROPE, SIX_SPACES, USA, cards, claims, game
from tests.support.random_games import boards, counts, examples, random_events, random_game, seeds

BOSTON, MIAMI = RouteClaimed("Ana", "boston--montreal"), RouteClaimed("Peter", "atlanta--miami")


def test_recording_does_not_change_the_earlier_game() -> None:
    before = game(USA)
    later = before.record(BOSTON)
    assert (before.events, later.events) == ((), (BOSTON,))
    assert before.state == game(USA).state


def test_states_hold_the_state_after_each_entry() -> None:
    played = game(USA, BOSTON, MIAMI)
    assert [state.entries for state in played.states] == [0, 1, 2]
    assert played.states[1] == game(USA, BOSTON).state


def test_claim_stores_its_log_entry() -> None:
    state = game(USA, TurnPassed("Ana"), MIAMI).state
    assert state.players["Peter"].claims[0].entry == 1


def test_undo_removes_last_entry_and_redo_restores_it() -> None:
    played = game(USA).record(BOSTON).record(MIAMI)
    assert played.undo().events == (BOSTON,)
    assert played.undo().state == game(USA, BOSTON).state
    assert played.undo().redo() == played


def test_entry_keeps_the_id_of_the_phone_until_the_keeper_changes_it() -> None:
    entered = game(USA, BOSTON).record(MIAMI, phone_id="a1")
    assert entered.phone_ids == ("", "a1")
    assert entered.undo().redo().phone_ids == ("", "a1")
    assert entered.remove(0).phone_ids == ("a1",)
    assert entered.remove(1).undo().phone_ids == ("", "a1")
    assert entered.insert(0, TurnPassed("Ana")).phone_ids == ("", "", "a1")
    assert entered.change(0, TurnPassed("Ana")).phone_ids == ("", "a1")
    assert entered.change(1, TurnPassed("Peter")).phone_ids == ("", "")
    assert entered.change(1, TurnPassed("Peter")).undo().phone_ids == ("", "a1")


def test_loaded_entries_can_be_undone() -> None:
    played = game(USA, BOSTON, MIAMI)
    assert played.undo().undo().events == ()
    assert not played.undo().undo().can_undo
    assert played.undo().undo().redo().redo().state == played.state


def test_new_game_has_nothing_to_undo() -> None:
    assert not game(USA).can_undo
    with pytest.raises(Refused, match="to undo"):
        game(USA).undo()


def test_redo_needs_an_undone_step() -> None:
    played = game(USA, BOSTON)
    assert not played.can_redo
    with pytest.raises(Refused, match="to redo"):
        played.redo()


def test_new_entry_clears_redo() -> None:
    played = game(USA).record(BOSTON).undo()
    assert played.can_redo
    assert not played.record(MIAMI).can_redo


def test_refused_entry_keeps_redo() -> None:
    played = game(USA).record(BOSTON).record(MIAMI).undo()
    with pytest.raises(Refused, match="has this track"):
        played.record(RouteClaimed("Peter", "boston--montreal"))
    assert played.redo().events == (BOSTON, MIAMI)


def test_correction_is_undone_like_an_entry() -> None:
    played = game(USA, BOSTON, MIAMI)
    corrected = played.remove(0)
    assert corrected.events == (MIAMI,)
    assert corrected.undo().events == (BOSTON, MIAMI)
    assert corrected.undo().redo().events == (MIAMI,)
    assert corrected.undo().undo().events == (BOSTON,)


def test_games_with_different_undo_steps_are_equal() -> None:
    recorded = game(USA).record(BOSTON)
    assert recorded == game(USA, BOSTON)
    assert repr(recorded) == repr(game(USA, BOSTON))


def test_games_with_different_redo_steps_are_equal() -> None:
    undone = game(USA, BOSTON, MIAMI).undo()
    assert undone == game(USA, BOSTON)
    assert repr(undone) == repr(game(USA, BOSTON))


def test_undo_restores_removed_entry() -> None:
    removed = game(USA, BOSTON).remove(0)
    assert removed.events == ()
    assert removed.undo().events == (BOSTON,)
    assert removed.undo().redo().events == ()


def test_earlier_entry_can_be_changed() -> None:
    other = RouteClaimed("Ana", "boston--new-york")
    corrected = game(USA, BOSTON, MIAMI).change(0, other)
    assert corrected.state == game(USA, other, MIAMI).state


def test_event_can_be_inserted_anywhere() -> None:
    played = game(USA, BOSTON, MIAMI)
    forgotten = RouteClaimed("Ana", "denver--omaha")
    for place in range(3):
        events = list(played.events)
        events.insert(place, forgotten)
        assert played.insert(place, forgotten).state == game(USA, *events).state


def test_change_that_breaks_later_entry_is_refused_and_names_it() -> None:
    doubled = RouteClaimed("Ana", "boston--new-york")
    played = game(USA, BOSTON, doubled, MIAMI)
    with pytest.raises(EntryRefused) as refused:
        played.change(0, RouteClaimed("Peter", "boston--new-york", 1))
    assert refused.value.entry == 1
    assert "only one can be claimed" in str(refused.value.cause)
    assert "Entry 2 (Ana: Boston – New York)" in str(refused.value)
    assert str(refused.value.cause) in str(refused.value)
    assert played.events == (BOSTON, doubled, MIAMI)


def test_terrain_that_was_spent_later_cannot_be_removed() -> None:
    spend = RouteClaimed("Ana", "cape-town--port-elizabeth")
    played = game(AFRICA, *cards("Ana", mountain=1), spend, TerrainDrawn("Ana", "mountain", -1))
    with pytest.raises(EntryRefused) as refused:
        played.remove(0)
    assert refused.value.entry == 2
    assert "Entry 3 (Ana: −1 Mountain)" in str(refused.value)


def test_insertion_that_breaks_later_entry_is_refused() -> None:
    played = game(EUROPE, TurnPassed("Peter"), StationBuilt("Ana", "paris"))
    with pytest.raises(EntryRefused) as refused:
        played.insert(0, StationBuilt("Peter", "paris"))
    assert refused.value.entry == 1
    assert "Entry 2 (Ana: station in Paris)" in str(refused.value)


def test_correction_that_removes_a_last_turn_is_refused() -> None:
    last = claims("Ana", *SIX_SPACES, "dallas--houston")
    played = game(USA, *last, TurnPassed("Peter"), TurnPassed("Ana"))
    with pytest.raises(EntryRefused) as refused:
        played.insert(8, TurnPassed("Peter"))
    assert refused.value.entry == 8


def test_illegal_change_is_refused_with_its_own_reason() -> None:
    played = game(USA, BOSTON, MIAMI)
    with pytest.raises(Refused, match="has this track"):
        played.insert(1, RouteClaimed("Peter", "boston--montreal"))
    with pytest.raises(Refused, match="has this track"):
        played.change(1, RouteClaimed("Peter", "boston--montreal"))


@pytest.mark.parametrize("entry", [-1, 2, 99])
def test_unknown_log_entry_is_refused(entry: int) -> None:
    played = game(USA, BOSTON, MIAMI)
    with pytest.raises(Refused, match=str(entry + 1)):
        played.remove(entry)
    with pytest.raises(Refused, match="has no entry"):
        played.change(entry, BOSTON)
    with pytest.raises(Refused, match="has no entry"):
        played.insert(entry + 1 if entry > 0 else entry, BOSTON)


def test_number_of_entries_is_limited() -> None:
    full = game(USA, *[TurnPassed("Ana")] * MAX_ENTRIES)
    with pytest.raises(Refused, match=r"^A game has at most 10000 entries\.$"):
        full.record(MIAMI)
    with pytest.raises(EntryRefused, match=r"Entry 10000 .* at most 10000 entries"):
        full.insert(0, MIAMI)
    assert full.change(0, MIAMI).remove(0).record(MIAMI).undo().redo().events[-1] == MIAMI


def test_illegal_log_names_the_entry() -> None:
    with pytest.raises(EntryRefused) as refused:
        game(USA, BOSTON, MIAMI, RouteClaimed("Peter", "boston--montreal"))
    assert refused.value.entry == 2
    assert "has this track" in str(refused.value.cause)


@examples(8)
@given(boards, seeds, counts, st.integers(0, 40), st.booleans())
def test_undoing_all_entries_and_redoing_them_changes_nothing(
    board: Board, seed: int, count: int, steps: int, loaded: bool
) -> None:
    played = random_game(board, seed, count, steps)
    if loaded:
        played = Game.begin(played.setup, played.events)
    undone = played
    for left in range(steps, 0, -1):
        assert len(undone.events) == left
        undone = undone.undo()
    assert not undone.can_undo
    assert undone.state == Game.begin(played.setup).state
    while undone.can_redo:
        undone = undone.redo()
    assert (undone.events, undone.states) == (played.events, played.states)
    assert loaded or undone == played


def first_break(game: Game, events: list[Event]) -> tuple[int, Phrase] | None:
    """The first entry that a replay of the log refuses."""
    for number, event in enumerate(events):
        reason = why_refused(Game.begin(game.setup, events[:number]).state, event)
        if reason is not None:
            return number, reason
    return None


@examples(20)
@given(boards, seeds, counts, st.integers(1, 25), st.sampled_from(["change", "remove", "insert"]))
def test_correction_equals_replay_or_names_first_illegal_entry(
    board: Board, seed: int, count: int, steps: int, how: str
) -> None:
    played = random_game(board, seed, count, steps)
    random = Random(seed)
    entry = random.randrange(steps)
    possible = (
        event
        for event in islice(random_events(board, random), 200)
        if why_refused(played.states[entry], event) is None
    )
    new = next(possible, TurnPassed("Nobody"))
    events = list(played.events)
    if how == "insert":
        events.insert(entry, new)
    elif how == "change":
        events[entry] = new
    else:
        del events[entry]
    broken = first_break(played, events)

    def correct() -> Game:
        if how == "remove":
            return played.remove(entry)
        return played.insert(entry, new) if how == "insert" else played.change(entry, new)

    if broken is None:
        corrected = correct()
        assert corrected.events == tuple(events)
        assert corrected.state == Game.begin(played.setup, events).state
        assert corrected.undo().state == played.state
        return
    number, reason = broken
    with pytest.raises(Refused) as refused:
        correct()
    if number == entry and how != "remove":
        assert str(refused.value) == str(reason)
    else:
        in_the_old_log = number + {"insert": -1, "change": 0, "remove": 1}[how]
        assert isinstance(refused.value, EntryRefused)
        assert refused.value.entry == in_the_old_log
        assert str(refused.value.cause) == str(reason)
        assert str(refused.value).startswith(f"Entry {in_the_old_log + 1} (")


def test_undo_and_redo_work_across_replace_all() -> None:
    before = game(USA).record(BOSTON).record(MIAMI)
    swapped = replace(before.setup, players=before.setup.players[::-1])
    after = before.replace_all(swapped, before.entries)
    assert after.setup.names == before.setup.names[::-1]
    assert after.undo() == before
    assert after.undo().redo() == after
    assert after.undo().undo().redo().redo() == after


def _at_the_end(played: Game) -> Game:
    return played.record(TurnPassed(played.setup.names[len(played.events) % 2]))


def _at_the_front(played: Game) -> Game:
    return played.insert(0, TurnPassed("Ana"))


def _at_both_ends(played: Game) -> Game:
    return played.record(TurnPassed("Ana")).change(0, TurnPassed("Peter"))


@pytest.mark.parametrize("change", [_at_the_end, _at_the_front, _at_both_ends])
def test_memory_of_undo_steps_grows_linearly(
    change: Callable[[Game], Game],
) -> None:
    def saved(changes: int) -> int:
        played = game(USA)
        for _ in range(changes):
            played = change(played)
        for _ in range(changes // 2):
            played = played.undo()
        return _size(played)

    assert saved(160) < 3 * saved(80)


def _size(of: Game) -> int:
    """The size of a game without its setup, counting shared objects once."""
    met: dict[int, object] = {}

    def meet(pending: list[object]) -> Iterator[object]:
        while pending:
            each = pending.pop()
            if id(each) not in met and not isinstance(each, type):
                met[id(each)] = each
                yield each
                pending += gc.get_referents(each)

    list(meet([of.setup]))
    return sum(map(sys.getsizeof, meet([of])))


def _corrected(now: Game, random: Random) -> Game:
    """The game after a random correction."""
    entry, new = random.randrange(len(now.events)), TurnPassed(random.choice(now.setup.names))
    match random.choice(("record", "insert", "change", "remove", "rewritten")):
        case "record":
            return now.record(new)
        case "insert":
            return now.insert(entry, new)
        case "change":
            return now.change(entry, new)
        case "remove":
            return now.remove(entry)
        case _:
            turned = replace(now.setup, players=now.setup.players[::-1])
            return now.replace_all(turned, now.entries)


@examples(8)
@given(boards, seeds, counts, st.integers(1, 25))
def test_undo_and_redo_visit_every_version(board: Board, seed: int, count: int, steps: int) -> None:
    versions, random = [random_game(board, seed, count, 20)], Random(seed)
    for _ in range(steps):
        with suppress(Refused):
            versions.append(_corrected(versions[-1], random))
    played = versions[-1]
    for earlier in reversed(versions[:-1]):
        played = played.undo()
        assert played == earlier
    for later in versions[1:]:
        played = played.redo()
        assert played == later
