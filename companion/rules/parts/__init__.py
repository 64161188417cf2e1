"""The parts a final score is made of, one module each.

To add a part: write its module here, list it in `PARTS`, and write the module of the same name in
`companion.report.parts`.
"""

from companion.rules.parts import (
    attractions,
    extra,
    globetrotter,
    grand_tour,
    longest_route,
    most_cities,
    routes,
    stations,
    tickets,
)
from companion.rules.parts.score_part import PartRule

PARTS: tuple[PartRule, ...] = (
    routes.RULE,
    tickets.RULE,
    stations.RULE,
    longest_route.RULE,
    globetrotter.RULE,
    grand_tour.RULE,
    most_cities.RULE,
    attractions.RULE,
    extra.RULE,
)
"""All parts, in the order in which score tables and the reveal show them."""
