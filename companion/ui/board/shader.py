"""Draws shapes on the graphics chip: each pixel is coloured by its distance from a shape's edge."""

from __future__ import annotations

from array import array

from kivy.graphics import Mesh, RenderContext

from companion.drawing.shapes import FORMAT, SHAPE_BYTES, triangles

_CORNERS = """
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

_PIXELS = """
#ifdef GL_ES
    precision highp float;
#endif
varying vec2 local;
varying vec4 form;
varying vec4 fill;
varying vec4 line;
uniform float pixel;
float from_box(vec2 at, vec2 half_size, float corner) {
    vec2 out_by = abs(at) - half_size + corner;
    return length(max(out_by, 0.0)) + min(max(out_by.x, out_by.y), 0.0) - corner;
}
float from_triangle(vec2 at, vec2 half_size) {
    vec2 flank = normalize(vec2(2.0 * half_size.y, half_size.x));
    float beside = dot(vec2(abs(at.x), at.y - half_size.y), flank);
    return max(-at.y - half_size.y, beside);
}
float from_polygon(vec2 at, float reach, float sides) {
    float turn = 6.2831853 / sides;
    float angle = atan(at.x, at.y);
    float facing = (floor(angle / turn) + 0.5) * turn;
    return length(at) * cos(angle - facing) - reach * cos(turn / 2.0);
}
void main(void) {
    float outside = form.z < -2.0 ? from_polygon(local, form.x, -form.z)
                  : form.z < 0.0 ? from_triangle(local, form.xy)
                                 : from_box(local, form.xy, form.z);
    // A line is a pixel wide at least, unless that would leave nothing else of a small car.
    float line_width = form.w > 0.0 ? max(form.w, min(pixel, 0.28)) : 0.0;
    float covered = clamp(0.5 - outside / pixel, 0.0, 1.0);
    float filled = clamp(0.5 - (outside + line_width) / pixel, 0.0, 1.0);
    vec4 color = line_width > 0.0 ? mix(line, fill, filled) : fill;
    gl_FragColor = vec4(color.rgb, color.a * covered);
}
"""


class ShapeContext(RenderContext):
    """Where shapes are drawn, in whatever units the matrix around it sets."""

    def __init__(self) -> None:
        super().__init__(
            vs=_CORNERS, fs=_PIXELS, use_parent_projection=True, use_parent_modelview=True
        )
        self.set_pixel(1.0)

    def set_pixel(self, units: float) -> None:
        """Say how large a pixel is, so that edges are as soft as one and no softer."""
        self["pixel"] = float(units)


class ShapeMesh(Mesh):
    """Any number of shapes in one instruction, the later ones on top."""

    def __init__(self) -> None:
        super().__init__(fmt=list(FORMAT), mode="triangles")
        self._count = 0

    def show(self, shapes: bytes) -> None:
        """Draw these and nothing else."""
        count = len(shapes) // SHAPE_BYTES
        if count:
            # A mesh takes no empty array; without indices the old one is not drawn.
            self.vertices = array("f", shapes)
        if count != self._count:
            self._count = count
            self.indices = triangles(count)
