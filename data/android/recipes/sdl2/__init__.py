"""SDL and what is built with it, FreeType and HarfBuzz among it, always at full speed.

buildozer does not say that a release is being built when it has this compiled.
"""

from pythonforandroid.recipes.sdl2 import LibSDL2Recipe


class SwiftSdl2(LibSDL2Recipe):
    """The recipe of python-for-android, never as a debug build."""

    def build_arch(self, arch):
        """Compile for one kind of processor."""
        asked = self.ctx.build_as_debuggable
        self.ctx.build_as_debuggable = False
        try:
            super().build_arch(arch)
        finally:
            self.ctx.build_as_debuggable = asked


recipe = SwiftSdl2()
