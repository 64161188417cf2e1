package android.content;

import android.net.Uri;
import android.os.Parcelable;

public class ClipData implements Parcelable {
    private final String text;

    private ClipData(String text) {
        this.text = text;
    }

    public static ClipData newPlainText(CharSequence label, CharSequence text) {
        return new ClipData(label + ": " + text);
    }

    public static ClipData newRawUri(CharSequence label, Uri uri) {
        return new ClipData(label + ": " + uri);
    }

    @Override
    public String toString() {
        return text;
    }
}
