"""Draws shapes with a shader that colours each pixel by its distance from the shape's edge.

The edges are smooth at every zoom.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from struct import Struct

from kivy.graphics import InstructionGroup, Mesh, RenderContext

from companion.drawing.shapes import Shape

_FORMAT = (
    (b"vPosition", 2, "float"),
    (b"vLocal", 2, "float"),
    (b"vForm", 4, "float"),
    (b"vFill", 4, "float"),
    (b"vLine", 4, "float"),
)
"""The attributes of a vertex: position, position within the shape, (half width, half height,
corner radius or polygon, line width), fill colour, line colour."""
_FLOATS = sum(count for _, count, _ in _FORMAT)
_FOUR_VERTICES = Struct(f"{4 * _FLOATS}f")
_TRIANGLES = (0, 1, 2, 0, 2, 3)
"""The vertices of the two triangles of a shape."""
MAX_SHAPES_PER_MESH = 65_535 // len(_TRIANGLES)
"""OpenGL ES draws at most 65,535 indices at once. A board of the app has about 1,000 shapes."""
_PAD = 0.8
"""Space around a shape for its smooth edge, in board units; a pixel is never larger."""

_VERTEX_SHADER = """
#ifdef GL_ES
    precision highp float;
#endif
attribute vec2 vPosition;
attribute vec2 vLocal;
attribute vec4 vForm;
attribute vec4 vFill;
attribute vec4 vLine;
varying vec2 local;
varying vec4 form;
varying vec4 fill;
varying vec4 line;
uniform mat4 modelview_mat;
uniform mat4 projection_mat;
void main(void) {
    local = vLocal;
    form = vForm;
    fill = vFill;
    line = vLine;
    gl_Position = projection_mat * modelview_mat * vec4(vPosition, 0.0, 1.0);
}
"""

_FRAGMENT_SHADER = """
#ifdef GL_ES
    precision highp float;
#endif
varying vec2 local;
varying vec4 form;
varying vec4 fill;
varying vec4 line;
uniform float pixel;
float box_distance(vec2 at, vec2 half_size, float corner) {
    vec2 beyond = abs(at) - half_size + corner;
    return length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - corner;
}
float triangle_distance(vec2 at, vec2 half_size) {
    vec2 normal = normalize(vec2(2.0 * half_size.y, half_size.x));
    float flank = dot(vec2(abs(at.x), at.y - half_size.y), normal);
    return max(-at.y - half_size.y, flank);
}
float polygon_distance(vec2 at, float radius, float sides) {
    float turn = 6.2831853 / sides;
    float angle = atan(at.x, at.y);
    float side_angle = (floor(angle / turn) + 0.5) * turn;
    return length(at) * cos(angle - side_angle) - radius * cos(turn / 2.0);
}
void main(void) {
    float distance = form.z < -4.0 ? polygon_distance(local, form.x, -form.z)
                   : form.z < 0.0 ? triangle_distance(local, form.xy)
                                  : box_distance(local, form.xy, form.z);
    // A line is at least a pixel wide, unless that would hide the fill of a small car.
    float line_width = form.w > 0.0 ? max(form.w, min(pixel, 0.28)) : 0.0;
    float covered = clamp(0.5 - distance / pixel, 0.0, 1.0);
    float filled = clamp(0.5 - (distance + line_width) / pixel, 0.0, 1.0);
    vec4 color = line_width > 0.0 ? mix(line, fill, filled) : fill;
    gl_FragColor = vec4(color.rgb, color.a * covered);
}
"""


def pack(shapes: Iterable[Shape]) -> bytes:
    """The vertices of shapes, four for each."""
    pack_vertices = _FOUR_VERTICES.pack
    parts = []
    for (x, y), (half_width, half_height), corner, fill, line, line_width, (c, s), sides in shapes:
        # A polygon differs from a box by the negative number of its sides as corner radius.
        form = (half_width, half_height, -sides if sides else corner, line_width, *fill, *line)
        u, v = half_width + _PAD, half_height + _PAD
        cu, su, cv, sv = c * u, s * u, c * v, s * v
        parts.append(
            pack_vertices(
                *(x - cu + sv, y - su - cv, -u, -v, *form),
                *(x + cu + sv, y + su - cv, u, -v, *form),
                *(x + cu - sv, y + su + cv, u, v, *form),
                *(x - cu - sv, y - su + cv, -u, v, *form),
            )
        )
    return b"".join(parts)


class ShapeContext(RenderContext):
    """The render context of shape meshes, in the units of the matrix around it."""

    def __init__(self) -> None:
        super().__init__(
            vs=_VERTEX_SHADER,
            fs=_FRAGMENT_SHADER,
            use_parent_projection=True,
            use_parent_modelview=True,
        )
        self.set_pixel(1.0)

    def set_pixel(self, units: float) -> None:
        """Set the size of a pixel, which is the width of the smooth edges."""
        self["pixel"] = float(units)


class ShapeMeshes(InstructionGroup):
    """Any number of shapes, later ones on top, in as many meshes as they need: usually one."""

    def __init__(self) -> None:
        super().__init__()
        self._meshes: list[Mesh] = []

    def show(self, packed: bytes) -> None:
        """Replace the shapes by packed ones."""
        size = MAX_SHAPES_PER_MESH * _FOUR_VERTICES.size
        parts = [packed[start : start + size] for start in range(0, len(packed), size)]
        while len(self._meshes) < len(parts):
            self._meshes.append(Mesh(fmt=list(_FORMAT), mode="triangles"))
            self.add(self._meshes[-1])
        parts += [b""] * (len(self._meshes) - len(parts))
        for mesh, part in zip(self._meshes, parts, strict=True):
            if part:
                # A mesh accepts no empty array; without indices the old vertices are not drawn.
                mesh.vertices = array("f", part)
            count = len(part) // _FOUR_VERTICES.size
            mesh.indices = [
                first + corner for first in range(0, 4 * count, 4) for corner in _TRIANGLES
            ]
