"""Runs the Android build without Google's SDK, in a separate process.

buildozer and python-for-android are real. The SDK, the NDK and Gradle are fake programs that print
what the real ones would print and record their arguments. The result is printed as JSON.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from tools.android_sdk import BUILD_TOOLS, install
from tools.packaged import ROOT, spec

LISTED = ("35.0.1", BUILD_TOOLS, "37.0.0-rc2")
"""The listed versions of the build tools; the last one is a release candidate."""


def program(path: Path, script: str) -> Path:
    """Write an executable shell script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def sdk(folder: Path) -> Path:
    """A fake SDK that contains only its installer."""
    listed = "\\n".join(f"  build-tools;{version} | 1 | Tools" for version in LISTED)
    program(
        folder / "tools" / "bin" / "sdkmanager",
        f"""
        echo "$@" >> {folder}/asked
        for word; do case "$word" in
            --list) printf '{listed}\\n' ;;
            build-tools*rc2) echo "Failed to find package '$word'"; exit 1 ;;
            build-tools*) place={folder}/build-tools/${{word#*;}}; mkdir -p "$place"
                printf '#!/bin/sh\\nexit 1\\n' > "$place/aidl"; chmod +x "$place/aidl" ;;
            platforms*) mkdir -p {folder}/platforms/${{word#*;}}
                touch {folder}/platforms/${{word#*;}}/android.jar ;;
            platform-tools) mkdir -p {folder}/platform-tools; touch {folder}/platform-tools/adb ;;
        esac; done""",
    )
    program(folder / "tools" / "bin" / "avdmanager", 'echo "API level: 36"')
    return folder


def ndk(folder: Path) -> Path:
    """A fake NDK."""
    program(folder / "ndk-build", f'echo "$@" > {folder}/asked')
    program(folder / f"toolchains/llvm/prebuilt/{sys.platform}-x86_64/bin/clang", "exit 1")
    (folder / "source.properties").write_text("Pkg.Revision = 28.2.13676358\n", encoding="utf-8")
    return folder


def prepared(folder: Path) -> Any:
    """buildozer with our spec and all its output in one folder."""
    packages = folder / "python-for-android"
    packages.mkdir()
    (packages / "pythonforandroid").symlink_to(
        str(distribution("python-for-android").locate_file("pythonforandroid"))
    )
    buildozer = spec()
    for section, name, value in (
        ("app", "android.sdk_path", sdk(folder / "sdk")),
        ("app", "android.ndk_path", ndk(folder / "ndk")),
        ("app", "p4a.source_dir", packages),
        ("buildozer", "build_dir", folder / "build"),
    ):
        buildozer.config.set(section, name, str(value))
    buildozer.user_bin_dir = str(folder / "bin")
    buildozer.set_target("android")
    target = buildozer.target
    buildozer.environ.update(
        ANDROIDSDK=target.android_sdk_dir,
        ANDROIDNDK=target.android_ndk_dir,
        ANDROIDAPI=target.android_api,
    )
    return target


def assembled(target: Any, python: Path) -> dict[str, Any]:
    """python-for-android's project folder without compiled files."""
    from pythonforandroid.bootstrap import Bootstrap
    from pythonforandroid.build import Context
    from pythonforandroid.distribution import Distribution
    from pythonforandroid.graph import get_recipe_order_and_bootstrap
    from pythonforandroid.recipe import Recipe

    context = Context()
    # buildozer does not pass the build mode on.
    context.build_as_debuggable = True
    context.local_recipes = target.get_local_recipes_dir()
    context.hostpython = str(python)
    context.setup_dirs(target._build_dir)
    context.set_archs(target._archs)
    context.prepare_build_environment(
        target.android_sdk_dir, target.android_ndk_dir, target.android_api, target.android_minapi
    )
    required = target.buildozer.config.getlist("app", "requirements")
    names = [requirement.partition("==")[0] for requirement in required]
    recipes, packages, bootstrap = get_recipe_order_and_bootstrap(
        context, names, Bootstrap.get_bootstrap("sdl2", context)
    )
    context.recipe_build_order, context.python_modules = recipes, packages
    context.python_recipe = Recipe.get_recipe("python3", context)
    bootstrap.distribution = Distribution.get_distribution(
        context, archs=target._archs, name="railkeeper", recipes=names
    )
    context.prepare_bootstrap(bootstrap)
    project = Path(bootstrap.dist_dir)
    shutil.copytree(bootstrap.build_dir, project)
    # Patches for the SDL sources, which are not downloaded.
    shutil.rmtree(project / "src" / "patches")
    (project / "local.properties").write_text(f"sdk.dir={context.sdk_dir}", encoding="utf-8")
    for arch in target._archs:
        (project / "libs" / arch).mkdir(parents=True)
        (project / f"_python_bundle__{arch}" / "_python_bundle").mkdir(parents=True)
    bootstrap.distribution.save_info(str(project))

    Recipe.get_recipe("sdl2", context).build_arch(context.archs[0])
    kivy = Recipe.get_recipe("kivy", context)
    patches = (each if isinstance(each, str) else each[0] for each in kivy.patches)
    return {
        "project": str(project),
        "recipes": recipes,
        "packages": packages,
        "ndk asked": Path(target.android_ndk_dir, "asked").read_text(encoding="utf-8").split(),
        "lost patches": [
            patch for patch in patches if not Path(kivy.get_recipe_dir(), patch).is_file()
        ],
    }


def build(folder: Path) -> dict[str, Any]:
    """Run the whole build, from the SDK to the app bundle."""
    target = prepared(folder)
    install(target)
    target._install_android_packages()
    # Called for every file to compile it; other tests compile.
    python = program(folder / "python", 'for file; do :; done; cp "$file" "${file}c"')
    answer = assembled(target, python)
    program(
        Path(answer["project"], "gradlew"),
        f"""
        echo "$@" >> {folder}/gradle-asked
        mkdir -p build/outputs/bundle/release
        touch build/outputs/bundle/release/railkeeper-release.aab""",
    )
    target.buildozer._copy_application_sources()
    target.artifact_format, target.build_mode = "aab", "release"
    target.build_package()
    return answer | {
        "sdk asked": Path(target.android_sdk_dir, "asked").read_text("utf-8").splitlines(),
        "gradle asked": (folder / "gradle-asked").read_text("utf-8").splitlines(),
        "made": [path.name for path in (folder / "bin").iterdir()],
    }


if __name__ == "__main__":
    os.chdir(ROOT)
    os.environ["SKIP_PREREQUISITES_CHECK"] = "1"
    print(json.dumps(build(Path(sys.argv[1]))))
