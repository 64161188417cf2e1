package android.view;

import android.graphics.Insets;
import stand.Notes;

public final class WindowInsets {
    public static Insets bars = Insets.of(0, 63, 0, 126);

    public Insets getInsets(int kinds) {
        Notes.since(30, "getInsets");
        return kinds == (0x07 | 0x80) ? bars : Insets.of(0, 0, 0, 0);
    }

    public static final class Type {
        public static int systemBars() {
            Notes.since(30, "systemBars");
            return 0x07;
        }

        public static int displayCutout() {
            return 0x80;
        }
    }
}
