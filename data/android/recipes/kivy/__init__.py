"""Kivy without what only its downloads need: requests, and the four packages that brings along."""

from pathlib import Path

from pythonforandroid.recipes.kivy import KivyRecipe


class LeanKivy(KivyRecipe):
    """The recipe of python-for-android with fewer packages beside it."""

    python_depends = ["filetype"]  # noqa: RUF012

    def get_recipe_dir(self):
        """Where its patches are."""
        return str(Path(self.ctx.root_dir) / "recipes" / self.name)


recipe = LeanKivy()
