"""Whatever is accepted as a name survives: kept, listed, exported, imported, scored."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, example, given, settings

from companion.report.sheet import answer, read_file, sheet
from companion.rules import (
    Player,
    RouteClaimed,
    Setup,
    tally,
)
from companion.store import Shelf
from tests.rules.test_names import ENGLAND, FAMILY, two_names
from tests.store.evening import USA, told


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(two_names)
@example([FAMILY, ENGLAND])
@example(["Ana\N{NO-BREAK SPACE}M.", "می\N{ZERO WIDTH NON-JOINER}خواهم"])
@example(["A" * 60, "{player}"])
def test_a_name_that_is_accepted_survives_the_whole_way(names: list[str]) -> None:
    setup = Setup(USA, (Player(names[0], "blue"), Player(names[1], "red")))
    ana, peter = setup.names
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        with Shelf.open(Path(one)) as shelf:
            kept = shelf.games.begin(setup)
            kept = shelf.games.save(kept, kept.game.record(RouteClaimed(ana, "boston--montreal")))
        with Shelf.open(Path(one)) as shelf:
            assert told(shelf) == []
            again = shelf.games.open(kept.id)
            assert again.game.setup == setup
            assert {player.name for player in shelf.learned.players()} == {ana, peter}
            shelf.games.finish(again)
            assert [past.winners for past in shelf.history.all()] == [(ana,)]
            file = Path(one) / "record.json"
            file.write_text(shelf.exchange.game(kept.id), encoding="utf-8")
            archive = Path(one) / "archive.jsonl"
            archive.write_bytes(shelf.exchange.everything().read_bytes())
        with Shelf.open(Path(other)) as shelf:
            shelf.exchange.take_in(shelf.exchange.look_at(archive))
            assert [past.winners for past in shelf.history.all()] == [(ana,)]
            assert {player.name for player in shelf.learned.players()} == {ana, peter}
        state = read_file(file).game.state
        assert answer("record.json", state, tally(state))["winners"] == [ana]
        assert ana in sheet("record.json", state, tally(state))
