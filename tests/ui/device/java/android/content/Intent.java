package android.content;

import android.net.Uri;
import android.os.Bundle;
import android.os.Parcelable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import stand.Notes;

public class Intent implements Parcelable, Cloneable {
    public static final String ACTION_CHOOSER = "CHOOSER";
    public static final String ACTION_CREATE_DOCUMENT = "CREATE_DOCUMENT";
    public static final String ACTION_MAIN = "MAIN";
    public static final String ACTION_OPEN_DOCUMENT = "OPEN_DOCUMENT";
    public static final String ACTION_SEND = "SEND";
    public static final String ACTION_VIEW = "android.intent.action.VIEW";
    public static final String CATEGORY_OPENABLE = "OPENABLE";
    public static final String EXTRA_EXCLUDE_COMPONENTS = "EXCLUDED";
    public static final String EXTRA_STREAM = "STREAM";
    public static final String EXTRA_TEXT = "TEXT";
    public static final String EXTRA_TITLE = "TITLE";
    public static final int FLAG_GRANT_READ_URI_PERMISSION = 0x00000001;
    public static final int FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY = 0x00100000;

    private String action;
    private Uri data;
    private int flags;
    private final List<String> facts = new ArrayList<>();
    private final Map<String, Object> extras = new HashMap<>();

    public static Intent createChooser(Intent target, CharSequence title) {
        return target.with("in a chooser" + (title == null ? "" : " " + title));
    }

    public static Intent createChooser(Intent target, CharSequence title, IntentSender sender) {
        return createChooser(target, title);
    }

    public Intent setAction(String action) {
        this.action = action;
        return this;
    }

    public String getAction() {
        return action;
    }

    public Intent setType(String type) {
        return with(type);
    }

    public Intent setData(Uri data) {
        this.data = data;
        return this;
    }

    public Uri getData() {
        return Notes.asked("getData", "", data);
    }

    public Intent addFlags(int flags) {
        this.flags |= flags;
        return this;
    }

    public int getFlags() {
        return flags;
    }

    public Intent addCategory(String category) {
        return with(category);
    }

    public void setClipData(ClipData clip) {
        with("clip " + clip);
    }

    public Intent putExtra(String name, boolean value) {
        return with(name + " is a boolean");
    }

    public Intent putExtra(String name, int value) {
        return with(name + " is an int");
    }

    public Intent putExtra(String name, long value) {
        return with(name + " is a long");
    }

    public Intent putExtra(String name, double value) {
        return with(name + " is a double");
    }

    public Intent putExtra(String name, String value) {
        return with(name + "=" + value);
    }

    public Intent putExtra(String name, CharSequence value) {
        return with(name + "~" + value);
    }

    public Intent putExtra(String name, Parcelable value) {
        extras.put(name, value);
        return with(name + "=" + value);
    }

    public Intent putExtra(String name, Parcelable[] value) {
        return with(name + "=" + Arrays.toString(value));
    }

    @SuppressWarnings("unchecked")
    public <T extends Parcelable> T getParcelableExtra(String name) {
        return (T) Notes.asked("getParcelableExtra", name, extras.get(name));
    }

    public Intent putExtra(String name, Serializable value) {
        return with(name + " is serializable");
    }

    public Intent putExtra(String name, byte[] value) {
        return with(name + " is bytes");
    }

    public Intent putExtra(String name, String[] value) {
        return with(name + " is texts");
    }

    public Intent putExtra(String name, Bundle value) {
        return with(name + " is a bundle");
    }

    private Intent with(String fact) {
        facts.add(fact);
        return this;
    }

    @Override
    public String toString() {
        String shown = action + (data == null ? "" : " " + data) + " " + String.join(" | ", facts);
        return shown.trim() + ((flags & FLAG_GRANT_READ_URI_PERMISSION) != 0 ? " | readable" : "");
    }
}
