"""Textures made of computed pixels."""

from __future__ import annotations

from kivy.graphics.texture import Texture


def texture_from(pixels: bytes, side: int, wrap: str = "clamp_to_edge") -> Texture:
    """A square texture of RGBA pixels."""
    texture = Texture.create((side, side), colorfmt="rgba")

    def fill(texture: Texture) -> None:
        texture.wrap = wrap
        texture.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")

    fill(texture)
    # Android can discard textures while the app is in the background.
    texture.add_reload_observer(fill)
    return texture
