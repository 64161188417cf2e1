"""More shapes than one mesh can draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.drawing.shapes import disc

if TYPE_CHECKING:
    from tests.support.touch import Finger

RED, BLUE, GREEN = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0), (0.0, 1.0, 0.0, 1.0)


def test_any_number_of_shapes_is_drawn_and_replaced(finger: Finger) -> None:
    from kivy.uix.widget import Widget

    from companion.ui.board.shader import MAX_SHAPES_PER_MESH, ShapeContext, ShapeMeshes, pack

    widget = Widget(size_hint=(None, None), size=(60, 20))
    context, meshes = ShapeContext(), ShapeMeshes()
    context.add(meshes)
    widget.canvas.add(context)
    finger.show(widget)
    packed = {
        color: pack([disc((x, 10), 8, color)]) for x, color in ((10, RED), (30, BLUE), (50, GREEN))
    }

    def drawn() -> list[tuple[int, ...]]:
        image = widget.export_as_image().texture
        starts = (4 * (image.width * 10 + x) for x in (10, 30, 50))
        return [tuple(image.pixels[at : at + 3]) for at in starts]

    meshes.show(packed[RED] + packed[BLUE] * 2 * MAX_SHAPES_PER_MESH + packed[GREEN])
    assert drawn() == [(255, 0, 0), (0, 0, 255), (0, 255, 0)]
    meshes.show(packed[RED])
    assert drawn() == [(255, 0, 0), (0, 0, 0), (0, 0, 0)]
    meshes.show(b"")
    assert drawn() == [(0, 0, 0)] * 3
