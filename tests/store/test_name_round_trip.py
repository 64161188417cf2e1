"""A valid name is unchanged after saving, listing, export, import and scoring."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, example, given, settings

from companion.__main__ import games_in_file
from companion.report.export.score_sheet import score_json, score_sheet
from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed
from companion.rules.final_tally import tally
from companion.rules.record import Record
from companion.rules.setup import Player, Setup
from companion.store.archive import shared_record, write_archive
from companion.store.importing import Importer
from tests.rules.test_names import ENGLAND, FAMILY, two_names
from tests.support.saved_games import USA, notices
from tests.support.stores import open_store


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(two_names)
@example([FAMILY, ENGLAND])
@example(["Ana\N{NO-BREAK SPACE}M.", "می\N{ZERO WIDTH NON-JOINER}خواهم"])
@example(["A" * 60, "{player}"])
def test_valid_name_survives_saving_export_and_import(names: list[str]) -> None:
    setup = Setup(USA, (Player(names[0], "blue"), Player(names[1], "red")))
    ana, peter = setup.names
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        with open_store(Path(one)) as store:
            saved = store.games.begin(setup)
            saved = store.games.save(
                saved, saved.game.record(RouteClaimed(ana, "boston--montreal"))
            )
        with open_store(Path(one)) as store:
            assert notices(store) == []
            again = store.games.open(saved.id)
            assert again.game.setup == setup
            assert {player.name for player in store.learned.players()} == {ana, peter}
            store.games.finish(again)
            assert [game.winners for game in store.games.finished()] == [(ana,)]
            file = Path(one) / "record.json"
            file.write_text(shared_record(store.games.open(saved.id)), encoding="utf-8")
            archive = Path(one) / "archive.jsonl"
            archive.write_bytes(write_archive(store).read_bytes())
        with open_store(Path(other)) as store:
            Importer(store).run(Importer(store).preview(archive))
            assert [game.winners for game in store.games.finished()] == [(ana,)]
            assert {player.name for player in store.learned.players()} == {ana, peter}
        for path in (file, archive):
            (found,) = games_in_file(str(path), bundled_boards())
            assert isinstance(found.content, Record)
            state = found.content.game.state
            assert score_json("record.json", state, tally(state))["winners"] == [ana]
            assert ana in score_sheet("record.json", state, tally(state))
