package android.content;

import android.os.Parcelable;

public final class ComponentName implements Parcelable {
    private final String text;

    public ComponentName(String packageName, String className) {
        text = packageName + "/" + className;
    }

    @Override
    public String toString() {
        return text;
    }
}
