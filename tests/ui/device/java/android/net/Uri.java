package android.net;

import android.os.Parcelable;

public class Uri implements Parcelable, Comparable<Uri> {
    private final String text;

    private Uri(String text) {
        this.text = text;
    }

    public static Uri parse(String text) {
        return new Uri(text);
    }

    @Override
    public int compareTo(Uri other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
