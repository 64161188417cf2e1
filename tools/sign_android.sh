# Signs the release APK and the app bundle in bin/ for the Release workflow: the signed files are
# dist/railkeeper.apk and dist/railkeeper.aab. The key and its passwords come from the environment,
# the key as base64.
set -eu
: "${P4A_RELEASE_KEYSTORE_BASE64:?is missing: add the key to the secrets of the environment}"
key=$(mktemp)
trap 'rm -f "$key"' EXIT
printf %s "$P4A_RELEASE_KEYSTORE_BASE64" | base64 --decode > "$key"
mkdir -p dist
apksigner sign --ks "$key" --ks-key-alias "$P4A_RELEASE_KEYALIAS" \
    --ks-pass env:P4A_RELEASE_KEYSTORE_PASSWD --key-pass env:P4A_RELEASE_KEYALIAS_PASSWD \
    --out dist/railkeeper.apk bin/*-release-unsigned.apk
apksigner verify dist/railkeeper.apk
# apksigner does not sign bundles.
jarsigner -keystore "$key" -storepass:env P4A_RELEASE_KEYSTORE_PASSWD \
    -keypass:env P4A_RELEASE_KEYALIAS_PASSWD -signedjar dist/railkeeper.aab \
    bin/*-release.aab "$P4A_RELEASE_KEYALIAS"
