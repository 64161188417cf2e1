"""Kivy without setuptools and the packages that only its downloads need, requests among them."""

from pathlib import Path

from pythonforandroid.recipes.kivy import KivyRecipe


class LeanKivy(KivyRecipe):
    """The recipe of python-for-android with fewer packages beside it."""

    depends = [each for each in KivyRecipe.depends if each != "setuptools"]  # noqa: RUF012
    python_depends = ["filetype"]  # noqa: RUF012

    def get_recipe_dir(self):
        """Where its patches are."""
        return str(Path(self.ctx.root_dir) / "recipes" / self.name)


recipe = LeanKivy()
