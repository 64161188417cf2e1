"""Installs the Android SDK packages for a build, where buildozer looks for them.

buildozer itself would ask for the newest listed build tools, and for a release candidate under a
name that does not exist.
"""

from __future__ import annotations

from buildozer.targets.android import TargetAndroid

from tools.packaged import spec

BUILD_TOOLS = "36.0.0"


def install(target: TargetAndroid) -> None:
    """Download the SDK's installer if it is missing, and install the packages with it."""
    target._install_android_sdk()
    target._android_update_sdk(
        "platform-tools", f"platforms;android-{target.android_api}", f"build-tools;{BUILD_TOOLS}"
    )


def main() -> None:
    """Install the SDK packages for this project."""
    buildozer = spec()
    buildozer.set_target("android")
    install(buildozer.target)


if __name__ == "__main__":
    main()
