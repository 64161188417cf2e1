"""Installs what a build for Android needs of Google's SDK, by name, where buildozer looks for it.

Left to itself, buildozer asks for the newest build tools that are listed, and for a release
candidate under a name that it does not have.
"""

from __future__ import annotations

from buildozer.targets.android import TargetAndroid

from tools.packaged import spec

BUILD_TOOLS = "36.0.0"


def install(target: TargetAndroid) -> None:
    """Fetch the SDK's own installer if it is not there, and have it fetch the rest."""
    target._install_android_sdk()
    target._android_update_sdk(
        "platform-tools", f"platforms;android-{target.android_api}", f"build-tools;{BUILD_TOOLS}"
    )


def main() -> None:
    """Install it for this project."""
    buildozer = spec()
    buildozer.set_target("android")
    install(buildozer.target)


if __name__ == "__main__":
    main()
