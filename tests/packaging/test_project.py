"""The Android project that buildozer and python-for-android generate from the spec."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.drawing.palette import DARK, LIGHT, Rgba, rgba
from companion.report.translation import LANGUAGES
from tests.packaging.alone import alone
from tools.packaged import ROOT, spec

ANDROID = "{http://schemas.android.com/apk/res/android}"
FRAMEWORK = Path("/usr/share/android-framework-res/framework-res.apk")
NEWER = {
    "dataExtractionRules": ("reference", "0x0101063e"),
    "enableOnBackInvokedCallback": ("boolean", "0x0101066c"),
    "localeConfig": ("reference", "0x0101065b"),
    "pathSuffix": ("string", "0x0101061e"),
}
"""Attributes that Debian's Android 10 framework does not have, as in that of Android 13."""

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="buildozer has no Android target there"
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The result of a build with a fake SDK."""
    try:
        distribution("python-for-android")
    except PackageNotFoundError:
        pytest.skip("python-for-android is not installed, so there is nothing to package with")
    folder = tmp_path_factory.mktemp("built")
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("building.py"), folder],
        env=alone(folder, HOME=str(folder), PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


@pytest.fixture(scope="module")
def main(built: dict[str, Any]) -> Path:
    """The folder with the manifest and the resources."""
    return Path(built["project"], "src", "main")


@pytest.fixture(scope="module")
def manifest(main: Path) -> ElementTree.Element:
    return ElementTree.parse(main / "AndroidManifest.xml").getroot()


@pytest.fixture(scope="module")
def application(manifest: ElementTree.Element) -> ElementTree.Element:
    return only(manifest.iter("application"))


@pytest.fixture(scope="module")
def activity(application: ElementTree.Element) -> ElementTree.Element:
    return only(application.iter("activity"))


def only(elements: Iterator[ElementTree.Element]) -> ElementTree.Element:
    (element,) = elements
    return element


def resource(main: Path, name: str) -> ElementTree.Element:
    """The content of a resource such as @xml/rules."""
    return ElementTree.parse(main / "res" / f"{name.removeprefix('@')}.xml").getroot()


def test_bundle_is_built_although_release_candidate_is_listed(
    built: dict[str, Any],
) -> None:
    asked, listed = (line.split(" ", 1)[1] for line in built["sdk asked"])
    assert asked == "platform-tools platforms;android-36 build-tools;36.0.0"
    assert listed == "--list"
    assert built["gradle asked"] == ["clean bundleRelease"]
    assert len(built["made"]) == 1


def test_sdl_is_built_without_debug(built: dict[str, Any]) -> None:
    assert built["ndk asked"] == ["V=1", "NDK_DEBUG=0"]


def test_no_unused_recipes_are_packaged(built: dict[str, Any]) -> None:
    assert set(built["packages"]) == {"filetype", "segno", "six", "tinydb", "waitress"}
    assert "setuptools" not in built["recipes"]
    assert built["lost patches"] == []


def test_package_contains_only_the_app(main: Path) -> None:
    with tarfile.open(main / "assets" / "private.tar") as packed:
        names = {name for name in packed.getnames() if Path(name).suffix}
    assert "main.pyc" in names
    assert not [name for name in names if name.startswith("data/android")]
    app = {".pyc", ".kv", ".json", ".mo", ".txt"}
    guests_page = {".css", ".html", ".js", ".svg"}
    assert {Path(name).suffix for name in names} == app | guests_page


def test_manifest_supports_android_7_and_needs_only_the_network_permission(
    manifest: ElementTree.Element,
) -> None:
    sdk = only(manifest.iter("uses-sdk"))
    assert sdk.get(f"{ANDROID}minSdkVersion") == "24"
    assert sdk.get(f"{ANDROID}targetSdkVersion") == "36"
    assert [each.tag for each in manifest] == [
        "supports-screens",
        "uses-sdk",
        "uses-feature",
        "uses-permission",
        "application",
    ]
    permission = only(manifest.iter("uses-permission"))
    assert permission.get(f"{ANDROID}name") == "android.permission.INTERNET"


def test_release_is_not_debuggable(application: ElementTree.Element) -> None:
    assert f"{ANDROID}debuggable" not in application.attrib


def test_back_key_reaches_the_app(application: ElementTree.Element) -> None:
    assert application.get(f"{ANDROID}enableOnBackInvokedCallback") == "false"


def test_activity_handles_all_orientations_and_changes(
    activity: ElementTree.Element,
) -> None:
    assert activity.get(f"{ANDROID}name") == "org.kivy.android.PythonActivity"
    assert activity.get(f"{ANDROID}screenOrientation") == "unspecified"
    changes = set((activity.get(f"{ANDROID}configChanges") or "").split("|"))
    assert {"orientation", "screenSize", "uiMode", "locale", "density", "fontScale"} <= changes


def test_only_games_are_backed_up(application: ElementTree.Element, main: Path) -> None:
    assert application.get(f"{ANDROID}allowBackup") == "true"
    games = [
        ("include", {"domain": "file", "path": "railkeeper"}),
        *(
            ("exclude", {"domain": "file", "path": f"railkeeper/{name}"})
            for name in ("everything.json.new", "guests.json", "guests.json.new")
        ),
    ]
    until_11 = resource(main, application.attrib[f"{ANDROID}fullBackupContent"])
    assert until_11.tag == "full-backup-content"
    assert [(each.tag, each.attrib) for each in until_11] == games
    since_12 = resource(main, application.attrib[f"{ANDROID}dataExtractionRules"])
    assert since_12.tag == "data-extraction-rules"
    assert [each.tag for each in since_12] == ["cloud-backup", "device-transfer"]
    for rules in since_12:
        assert [(each.tag, each.attrib) for each in rules] == games


def test_game_files_can_be_shared_to_the_app(activity: ElementTree.Element) -> None:
    _, _, shared, _ = activity.iter("intent-filter")
    assert only(shared.iter("action")).get(f"{ANDROID}name") == "android.intent.action.SEND"
    types = [data.get(f"{ANDROID}mimeType") for data in shared.iter("data")]
    assert types == ["application/json", "application/octet-stream"]


def test_app_opens_only_records(
    activity: ElementTree.Element,
) -> None:
    start, known, _, named = activity.iter("intent-filter")
    assert only(start.iter("category")).get(f"{ANDROID}name") == "android.intent.category.LAUNCHER"
    for each in (known, named):
        assert only(each.iter("action")).get(f"{ANDROID}name") == "android.intent.action.VIEW"
        assert (
            only(each.iter("category")).get(f"{ANDROID}name") == "android.intent.category.DEFAULT"
        )
        assert {data.get(f"{ANDROID}scheme", "content") for data in each.iter("data")} == {
            "content"
        }
    assert only(known.iter("data")).get(f"{ANDROID}mimeType") == "application/json"
    _, *paths = named.iter("data")
    ends = [path.removeprefix(ANDROID) for data in paths for path in data.attrib]
    assert ends == ["pathPattern", "pathPattern", "pathSuffix"]
    assert all(value.endswith(".json") for data in paths for value in data.attrib.values())


def test_icon_and_adaptive_icon_are_packaged(application: ElementTree.Element, main: Path) -> None:
    assert application.get(f"{ANDROID}icon") == "@mipmap/icon"
    options = spec().config["app"]
    for name, option in (
        ("mipmap/icon.png", "icon.filename"),
        ("mipmap/icon_foreground.png", "icon.adaptive_foreground.filename"),
        ("mipmap/icon_background.png", "icon.adaptive_background.filename"),
        ("drawable/presplash.jpg", "presplash.filename"),
    ):
        assert (main / "res" / name).read_bytes() == (ROOT / options[option]).read_bytes()
    monochrome = (ROOT / "data/icons/monochrome.png").read_bytes()
    assert (main / "res/mipmap/icon_monochrome.png").read_bytes() == monochrome
    layers = {
        version: [
            (each.tag, each.get(f"{ANDROID}drawable"))
            for each in resource(main, f"mipmap-anydpi-v{version}/icon")
        ]
        for version in (26, 33)
    }
    assert layers[26] == [(tag, f"@mipmap/icon_{tag}") for tag in ("background", "foreground")]
    assert layers[33] == [*layers[26], ("monochrome", "@mipmap/icon_monochrome")]


def test_system_settings_offer_the_languages_of_the_app(
    application: ElementTree.Element, main: Path
) -> None:
    languages = resource(main, application.attrib[f"{ANDROID}localeConfig"])
    assert [each.get(f"{ANDROID}name") for each in languages] == list(LANGUAGES)


@pytest.mark.parametrize(
    ("theme", "paper", "light"),
    [("", LIGHT.background, "true"), ("-night", DARK.background, "false")],
    ids=["light", "dark"],
)
def test_colours_before_first_frame_match_the_theme(
    activity: ElementTree.Element, main: Path, theme: str, paper: Rgba, light: str
) -> None:
    loading = resource(main, f"values{theme}/strings")
    (color,) = (each.text for each in loading if each.get("name") == "presplash_color")
    assert rgba(color or "") == paper
    style, color_of_bars = resource(main, f"values{theme}-v27/theme")
    assert activity.get(f"{ANDROID}theme") == f"@style/{style.get('name')}"
    assert {each.get("name"): each.text for each in style} == {
        "android:windowBackground": "@color/paper",
        "android:statusBarColor": "@color/paper",
        "android:navigationBarColor": "@color/paper",
        "android:windowLightStatusBar": light,
        "android:windowLightNavigationBar": light,
    }
    assert color_of_bars.get("name") == "paper"
    assert rgba(color_of_bars.text or "") == paper


def test_java_class_is_compiled(built: dict[str, Any]) -> None:
    gradle = Path(built["project"], "build.gradle").read_text(encoding="utf-8")
    assert f"srcDir '{ROOT / 'data/android/java'}'" in gradle


def linked(main: Path, folder: Path) -> Path:
    """An APK with the manifest and the resources, linked by aapt2."""
    if shutil.which("aapt2") is None or not FRAMEWORK.is_file():
        pytest.skip(
            "aapt2 or Android's framework is missing: apt-get install aapt android-framework-res"
        )
    newer = folder / "newer"
    (newer / "res" / "values").mkdir(parents=True)
    (newer / "AndroidManifest.xml").write_text('<manifest package="android" />', encoding="utf-8")
    attributes = "".join(
        f'<public type="attr" name="{name}" id="{id}" /><attr name="{name}" format="{kind}" />'
        for name, (kind, id) in NEWER.items()
    )
    (newer / "res" / "values" / "attrs.xml").write_text(
        f"<resources>{attributes}</resources>", encoding="utf-8"
    )
    # Gradle's plug-in adds the package from build.gradle.
    text = (main / "AndroidManifest.xml").read_text(encoding="utf-8")
    manifest = folder / "AndroidManifest.xml"
    manifest.write_text(text.replace("<manifest ", '<manifest package="org.railkeeper" '), "utf-8")
    link(newer / "res", newer / "AndroidManifest.xml", folder / "newer.apk")
    link(main / "res", manifest, folder / "app.apk", FRAMEWORK, folder / "newer.apk")
    return folder / "app.apk"


def link(resources: Path, manifest: Path, made: Path, *others: Path) -> None:
    compiled = made.with_suffix(".zip")
    libraries = [word for other in others for word in ("-I", other)]
    run("aapt2", "compile", "--dir", resources, "-o", compiled)
    run("aapt2", "link", "--manifest", manifest, *libraries, "-o", made, compiled)


def run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_aapt_resolves_all_references_in_the_manifest(main: Path, tmp_path: Path) -> None:
    app = linked(main, tmp_path)
    tree = run("aapt2", "dump", "xmltree", "--file", "AndroidManifest.xml", app)
    for fact in (
        "enableOnBackInvokedCallback(0x0101066c)=false",
        "fullBackupContent(0x010104eb)=@0x7f",
        "dataExtractionRules(0x0101063e)=@0x7f",
        "localeConfig(0x0101065b)=@0x7f",
        r'pathPattern(0x0101002c)=".*\.json"',
        'pathSuffix(0x0101061e)=".json"',
    ):
        assert fact in tree
    resources = run("aapt2", "dump", "resources", app)
    style = resources.partition("style/KivySupportCutout")[2].partition("resource 0x")[0]
    assert [line.split()[0] for line in style.splitlines() if "(style)" in line] == [
        "()",
        "(v27)",
        "(night-v27)",
    ]
