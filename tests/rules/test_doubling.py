"""Doubling a claim: the comparison of cards, the payment, and the offered options."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.report.words.doubling import (
    doubling_detail,
    doubling_obstacle,
    doubling_title,
    lost_doubling,
)
from companion.rules.apply import why_refused
from companion.rules.board import RouteCorrection
from companion.rules.board_checks import apply_corrections
from companion.rules.claims import DoublingOffer, doubling_offer
from companion.rules.events import Doubling, RouteClaimed, TerrainDrawn
from companion.rules.game import Game
from tests.support.boards import AFRICA, USA, assert_refused, cards, claims, game
from tests.support.random_games import examples

MOUNTAIN = {
    1: "bulawayo--salisbury",
    2: "bogoro--port-florence",
    3: "cape-town--port-elizabeth",
    4: "beira--durban",
    6: "durban--madagascar-south",
}
"""A mountain route by length."""
FIVE_SPACES = "addis-ababa--fachoda"


def cards_game(have: int, *others: int, kind: str = "mountain") -> Game:
    """A game in which Ana has `have` cards of a terrain and the others have `others`."""
    names = ("Ana", "Peter", "Maya", "Tom", "Zoe")
    drawn = [
        TerrainDrawn(name, kind, count)
        for name, count in zip(names, (have, *others), strict=False)
        if count
    ]
    return game(AFRICA, *drawn, count=1 + len(others))


def claim(length: int, terrain: int, locomotives: int) -> RouteClaimed:
    return RouteClaimed("Ana", MOUNTAIN[length], 0, Doubling(terrain, locomotives))


def offer(begun: Game, length: int) -> DoublingOffer:
    found = doubling_offer(begun.state, "Ana", AFRICA.routes[MOUNTAIN[length]], 0)
    assert found is not None
    return found


def payments_with_recorded(begun: Game, recorded: Doubling) -> list[tuple[int, int]]:
    """The payments offered for two spaces when an entry with that payment is corrected."""
    found = doubling_offer(begun.state, "Ana", AFRICA.routes[MOUNTAIN[2]], 0, recorded)
    assert found is not None
    return [(play.terrain, play.locomotives) for play in found.plays]


def words(found: DoublingOffer) -> list[tuple[str, str]]:
    """Title and detail of each way to double."""
    compared = found.comparison
    return [
        (str(doubling_title(compared.terrain, play)), str(doubling_detail(compared, play)))
        for play in found.plays
    ]


def payments(begun: Game, length: int) -> list[tuple[int, int]]:
    return [(play.terrain, play.locomotives) for play in offer(begun, length).plays]


def test_rulebook_example_of_doubling() -> None:
    begun = cards_game(1, 2)
    ana = begun.record(claim(3, 0, 1)).state.players["Ana"]
    assert ana.route_points == 8
    assert ana.terrain["mountain"] == 1
    assert payments(begun, 3) == [(0, 1)]


def test_tie_at_three_cards_has_three_options_for_four_spaces() -> None:
    assert payments(cards_game(3, 3), 4) == [(2, 0), (1, 1), (0, 2)]


def test_recorded_payment_is_offered_if_it_is_still_legal() -> None:
    begun = cards_game(1, 1)
    assert payments_with_recorded(begun, Doubling(0, 2)) == [(1, 0), (0, 1), (0, 2)]
    assert payments_with_recorded(begun, Doubling(1, 1)) == [(1, 0), (0, 1), (1, 1)]
    assert payments_with_recorded(begun, Doubling(0, 1)) == [(1, 0), (0, 1)]


def test_recorded_payment_that_is_illegal_now_is_not_offered() -> None:
    assert payments_with_recorded(cards_game(1, 3), Doubling(0, 1)) == [(0, 2)]
    assert payments_with_recorded(cards_game(1, 1), Doubling(2, 0)) == [(1, 0), (0, 1)]
    assert payments_with_recorded(cards_game(1, 1), Doubling(0, 15)) == [(1, 0), (0, 1)]


def test_equivalent_payment_has_as_many_locomotives() -> None:
    four, two = offer(cards_game(3, 3), 4), offer(cards_game(3, 3), 2)
    assert four.equivalent(Doubling(0, 2)) == Doubling(0, 2)
    assert four.equivalent(Doubling(1, 0)) == Doubling(2, 0), "a longer route takes more cards"
    assert two.equivalent(Doubling(2, 0)) == Doubling(1, 0), "a shorter route takes fewer"
    assert two.equivalent(Doubling(0, 2)) is None
    assert offer(cards_game(1, 3), 2).equivalent(Doubling(1, 0)) is None, "no tie without more"


def test_lost_doubling_names_the_cards_that_were_entered() -> None:
    lost = lost_doubling(AFRICA, claim(2, 1, 1))
    entered = "doubled with 1 Mountain card and 1 locomotive"
    assert str(lost) == f"Entered as “{entered}”: not possible here."
    assert lost_doubling(AFRICA, RouteClaimed("Ana", MOUNTAIN[2])) is None


def test_one_card_against_three_needs_two_locomotives() -> None:
    begun = cards_game(1, 3)
    assert payments(begun, 2) == [(0, 2)]
    for play in ((0, 1), (1, 0), (1, 1)):
        assert_refused(begun, claim(2, *play), "to tie", "Ana", "Bogoro – Port Florence", "3")


def test_obstacle_states_card_counts() -> None:
    assert str(doubling_obstacle(offer(cards_game(1, 3), 2))) == (
        "1 locomotive is not enough: Ana has 1 Mountain card (Peter: 3)."
    )
    assert str(doubling_obstacle(offer(cards_game(0, 3), 2))) == (
        "2 locomotives are not enough: Ana has no Mountain cards (Peter: 3)."
    )
    assert str(doubling_obstacle(offer(cards_game(2, 3, 3), 2))) == (
        "Doubling needs a locomotive: Ana has 2 Mountain cards (Peter and Maya: 3)."
    )


def test_obstacle_states_cards_needed() -> None:
    assert str(doubling_obstacle(offer(cards_game(1, 0), 4))) == (
        "Doubling needs a locomotive: Ana has 1 Mountain card, but it takes 2."
    )
    assert str(doubling_obstacle(offer(cards_game(0, 1), 4))) == (
        "1 locomotive is not enough: Ana has no Mountain cards, but it takes 2."
    )


def test_refusal_states_locomotives_needed_for_a_tie() -> None:
    sentence = assert_refused(cards_game(1, 3), claim(2, 0, 1), "to tie")
    assert sentence == (
        "Ana cannot double Bogoro – Port Florence:"
        " Ana has 1 Mountain card (Peter: 3); 2 locomotives are needed to tie."
    )
    sentence = assert_refused(cards_game(2, 3), claim(2, 1, 0), "to tie")
    assert sentence.endswith("(Peter: 3); 1 locomotive is needed to tie.")


def test_refusal_states_cards_needed() -> None:
    sentence = assert_refused(cards_game(3, 0), claim(4, 1, 0), "it takes")
    assert sentence == (
        "Ana cannot double Beira – Durban:"
        " it takes 2 Mountain cards (locomotives count too), not 1."
    )
    sentence = assert_refused(cards_game(1, 0), claim(4, 0, 1), "it takes")
    assert sentence.endswith("(locomotives count too), not 1.")
    sentence = assert_refused(cards_game(1, 0), claim(3, 2, 0), "cannot be played")
    assert sentence.endswith(": Ana has 1 Mountain card, so 2 cannot be played.")


def test_fourteen_locomotives_make_up_for_fourteen_cards() -> None:
    begun = cards_game(0, 14)
    assert payments(begun, 3) == [(0, 14)]
    assert begun.record(claim(3, 0, 14)).state.players["Ana"].route_points == 8


def test_fifteen_cards_behind_cannot_be_doubled() -> None:
    begun = cards_game(0, 15)
    assert payments(begun, 3) == []
    assert str(doubling_obstacle(offer(begun, 3))) == (
        "It cannot be doubled: Ana has no Mountain cards (Peter: 15),"
        " and there are only 14 locomotives."
    )
    sentence = assert_refused(begun, claim(3, 0, 15), "there are only")
    assert sentence.endswith(": there are only 14 locomotives, not 15.")
    assert_refused(begun, claim(3, 0, 14), "to tie", "15 locomotives are needed to tie")


@pytest.mark.parametrize("have", [5, 6, 12])
def test_no_more_locomotives_are_offered_than_there_are(have: int) -> None:
    assert AFRICA.terrain is not None
    terrain = replace(AFRICA.terrain, cards_to_double=dict.fromkeys(range(1, 7), 20))
    board = replace(AFRICA, terrain=terrain)
    begun = game(board, TerrainDrawn("Ana", "mountain", have))
    found = offer(begun, 3)
    for play in found.plays:
        begun.record(RouteClaimed("Ana", MOUNTAIN[3], 0, play))
    plays = [(play.terrain, play.locomotives) for play in found.plays]
    assert plays == [(20 - count, count) for count in range(20 - have, 15)]
    if not plays:
        assert str(doubling_obstacle(found)) == (
            "It cannot be doubled: Ana has 5 Mountain cards, but it takes 20,"
            " and there are only 14 locomotives."
        )


def test_offer_without_locomotives_has_no_obstacle() -> None:
    assert doubling_obstacle(offer(cards_game(2, 2), 4)) is None


def test_tie_is_enough_to_double() -> None:
    assert cards_game(2, 2).record(claim(3, 1, 0)).state.players["Ana"].route_points == 8
    assert "a tie with Peter" in words(offer(cards_game(2, 2), 3))[0][1]


def test_one_card_behind_is_not_enough_to_double() -> None:
    assert_refused(cards_game(2, 3), claim(3, 1, 0), "to tie", "Ana", "Peter", "Cape Town")


def test_only_the_highest_count_of_others_matters() -> None:
    assert_refused(cards_game(2, 1, 3, 0), claim(3, 1, 0), "to tie", "Ana", "(Maya: 3)")
    assert cards_game(2, 1, 2, 0).record(claim(3, 1, 0)).events


def test_cards_of_another_terrain_do_not_count() -> None:
    begun = game(AFRICA, *cards("Ana", mountain=1), *cards("Peter", desert=5, jungle=5))
    assert begun.record(claim(1, 1, 0)).state.players["Ana"].route_points == 2


def test_grey_route_is_mountain() -> None:
    begun = cards_game(1, 1, kind="mountain")
    grey = RouteClaimed("Ana", "beira--mocambique", 0, Doubling(1, 0))
    assert begun.record(grey).state.players["Ana"].terrain["mountain"] == 0


def test_each_track_of_a_double_route_has_the_terrain_of_its_own_colour() -> None:
    two_colors = RouteCorrection("beira--durban", 4, ("red", "black"))
    begun = game(apply_corrections(AFRICA, [two_colors]), *cards("Ana", mountain=2))
    route = begun.setup.board.routes["beira--durban"]
    offers = [doubling_offer(begun.state, "Ana", route, track) for track in (0, 1)]
    assert [found and found.comparison.terrain.id for found in offers] == ["desert", "mountain"]
    doubled = begun.record(RouteClaimed("Ana", route.id, 1, Doubling(2, 0)))
    assert doubled.state.players["Ana"].terrain["mountain"] == 0
    red = RouteClaimed("Ana", route.id, 0, Doubling(2, 0))
    assert_refused(begun, red, "cannot be played", "Ana", "no Desert cards")


@pytest.mark.parametrize(("length", "need"), [(1, 1), (2, 1), (3, 1), (4, 2), (6, 2)])
def test_up_to_three_spaces_take_one_card_and_more_take_two(length: int, need: int) -> None:
    begun = cards_game(5, 0)
    assert offer(begun, length).comparison.need == need
    assert_refused(begun, claim(length, need - 1, 0), "it takes", "Ana", str(need))
    plain = AFRICA.route_points[length]
    ana = begun.record(claim(length, need, 0)).state.players["Ana"]
    assert (ana.route_points, ana.terrain["mountain"]) == (2 * plain, 5 - need)


def test_five_spaces_take_two_cards() -> None:
    begun = cards_game(2, 0, kind="desert")
    play = RouteClaimed("Ana", FIVE_SPACES, 0, Doubling(2, 0))
    assert begun.record(play).state.players["Ana"].route_points == 20
    short = RouteClaimed("Ana", FIVE_SPACES, 0, Doubling(1, 0))
    assert_refused(begun, short, "it takes", "Ana", "Addis Ababa – Fachoda", "2 Desert")


def test_player_cannot_spend_more_cards_than_owned() -> None:
    assert_refused(
        cards_game(1, 0), claim(4, 2, 0), "cannot be played", "Ana", "Beira – Durban", "1"
    )


@pytest.mark.parametrize("play", [(-1, 3), (3, -1), (-1, -1)])
def test_negative_payment_is_refused(play: tuple[int, int]) -> None:
    assert_refused(cards_game(3, 0), claim(3, *play), "cannot be negative", "Ana", "Cape Town")


def test_locomotives_alone_can_double() -> None:
    begun = cards_game(0, 0)
    assert payments(begun, 3) == [(0, 1)]
    assert payments(begun, 4) == [(0, 2)]
    assert begun.record(claim(4, 0, 2)).state.players["Ana"].route_points == 14


def test_locomotives_count_in_the_comparison_and_as_payment() -> None:
    begun = cards_game(1, 2)
    ana = begun.record(claim(4, 1, 1)).state.players["Ana"]
    assert (ana.route_points, ana.terrain["mountain"]) == (14, 0)


def test_doubled_claim_places_the_same_trains() -> None:
    assert cards_game(1, 0).record(claim(3, 1, 0)).state.players["Ana"].trains == 42


def test_spent_cards_can_be_drawn_again() -> None:
    spent = cards_game(15, 0).record(claim(3, 1, 0))
    assert spent.record(TerrainDrawn("Peter", "mountain")).events


def test_board_without_terrain_has_no_doubling() -> None:
    doubled = RouteClaimed("Ana", "boston--montreal", 0, Doubling(0, 1))
    assert_refused(game(USA), doubled, "has no terrain cards", "Ana", "Boston – Montréal")
    assert doubling_offer(game(USA).state, "Ana", USA.routes["boston--montreal"], 0) is None


def test_illegal_claim_cannot_be_doubled() -> None:
    taken = game(AFRICA, *claims("Peter", MOUNTAIN[3]))
    assert_refused(taken, claim(3, 0, 1), "has this track", "Ana", "Peter", "Cape Town")


def test_option_states_points_and_cost() -> None:
    found = offer(cards_game(3, 3), 4)
    assert found.points == 14
    assert words(found) == [
        (
            "Double with 2 Mountain cards",
            "3 Mountain cards, a tie with Peter. 2 Mountain cards are discarded.",
        ),
        (
            "Double with 1 Mountain card and 1 locomotive",
            "3 Mountain cards + 1 locomotive = 4, more than Peter (3)."
            " 1 Mountain card is discarded. 1 locomotive is discarded.",
        ),
        (
            "Double with 2 locomotives",
            "3 Mountain cards + 2 locomotives = 5, more than Peter (3)."
            " 3 Mountain cards are kept. 2 locomotives are discarded.",
        ),
    ]


def test_locomotives_alone_cost_no_terrain_cards() -> None:
    assert words(offer(cards_game(0, 1), 3)) == [
        (
            "Double with 1 locomotive",
            "1 locomotive, a tie with Peter. 1 locomotive is discarded.",
        )
    ]


def test_option_states_that_others_have_no_cards() -> None:
    one, wild = words(offer(cards_game(1, 0), 3))
    assert one == (
        "Double with 1 Mountain card",
        "1 Mountain card, the others have none. 1 Mountain card is discarded.",
    )
    assert wild[1].endswith(" 1 Mountain card is kept. 1 locomotive is discarded.")
    ((_, two),) = words(offer(cards_game(0, 0), 4))
    assert two.startswith("2 locomotives, the others have none.")


counts = st.integers(0, 5)


@examples(40)
@given(counts, counts, counts, st.sampled_from(sorted(MOUNTAIN)))
def test_doubling_is_accepted_exactly_when_both_inequalities_hold(
    have: int, peter: int, maya: int, length: int
) -> None:
    begun = cards_game(have, peter, maya)
    need, most = 1 if length <= 3 else 2, max(peter, maya)
    allowed = set()
    for p in range(-1, 7):
        for wild in range(-1, 7):
            reason = why_refused(begun.state, claim(length, p, wild))
            fits = have + wild >= most and p + wild >= need and 0 <= p <= have and wild >= 0
            assert (reason is None) == fits
            assert reason is None or "cannot double" in str(reason)
            if fits:
                allowed.add((p, wild))
    offered = payments(begun, length)
    assert offered == sorted(offered, key=lambda play: play[1])
    assert set(offered) <= allowed
    assert all(p == max(0, need - wild) for p, wild in offered)
    useful = {
        (p, wild)
        for p, wild in allowed
        if (p - 1, wild) not in allowed and (p, wild - 1) not in allowed
    }
    assert useful <= set(offered)
    assert len(offered) >= 1
    assert (doubling_obstacle(offer(begun, length)) is None) == (offered[0][1] == 0)
