"""A player name that is accepted works everywhere."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.__main__ import main
from companion.rules.boards import bundled_boards
from companion.rules.errors import Refused
from companion.rules.events import RouteClaimed
from companion.rules.names import check_name, name_key
from companion.rules.setup import Player, Setup
from companion.store.archive import shared_record, write_archive
from companion.store.importing import Importer
from companion.ui.navigator import PageName
from tests.support.phone import FastPhone
from tests.support.sessions import accepted
from tests.support.stores import open_store

names = st.one_of(
    st.text(min_size=1, max_size=64),
    st.sampled_from(
        [
            "Ana",
            "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}",
            "نرگس\N{ZERO WIDTH NON-JOINER}ها",
            "Jean\N{NO-BREAK SPACE}Luc",
            "x" * 60,
            "x" * 61,
            "{player}",
            "[b]Ana[/b]",
            "a\nb",
            "\N{RIGHT-TO-LEFT OVERRIDE}Ana",
            "../../etc",
            '"',
        ]
    ),
)

PAGES: tuple[PageName, ...] = (
    "table", "find", "log", "check", "tickets", "result", "reveal", "home", "new_game",
    "past_games", "players",
)  # fmt: skip


ODD_NAMES = (
    "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}",
    "نرگس\N{ZERO WIDTH NON-JOINER}ها",
    "Jean\N{NO-BREAK SPACE}Luc",
    "x" * 60,
    "[b]{player}[/b]",
)


def test_odd_names_work_on_every_page_and_in_the_command_line(phone: FastPhone) -> None:
    board = bundled_boards()["usa"]
    check_names(phone, Setup(board, tuple(map(Player, ODD_NAMES, board.train_colors))))


@pytest.mark.soak
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(names)
def test_accepted_name_works_on_every_page_and_in_the_command_line(
    phone: FastPhone, typed: str
) -> None:
    players = (Player(typed, "blue"), Player("Peter", "red"))
    with suppress(Refused):
        check_names(phone, Setup(bundled_boards()["usa"], players))


def check_names(phone: FastPhone, setup: Setup) -> None:
    """Use the names of players wherever the app shows, writes or reads them."""
    assert all(check_name(name) == name for name in setup.names)
    # Entered and written; killed, read and shown on every page.
    phone.context.sessions.begin(setup)
    assert accepted(phone.session.enter, RouteClaimed(setup.names[0], "duluth--helena"))
    id = phone.now.saved.id
    phone.reopen()
    phone.context.sessions.open(id)
    for page in PAGES:
        phone.navigator.go(page)
        phone.wait_until_idle()
    assert phone.now.setup.names == setup.names
    assert accepted(phone.session.finish)
    known = {name_key(each.name) for each in phone.context.store.learned.players()}
    assert known >= set(map(name_key, setup.names))
    # Exported, imported elsewhere, scored without a screen.
    with TemporaryDirectory() as folder:
        archive = Path(folder) / "everything.json"
        archive.write_bytes(write_archive(phone.context.store).read_bytes())
        with open_store(Path(folder) / "elsewhere") as store:
            Importer(store).run(Importer(store).preview(archive))
            assert store.games.open(id).game.setup.names == setup.names
            record = Path(folder) / "record.json"
            record.write_text(shared_record(store.games.open(id)), encoding="utf-8")
        assert main(["score", "--json", str(record)]) == 0
        written = json.loads(record.read_text(encoding="utf-8"))["players"]
        assert [player["name"] for player in written] == list(setup.names)
