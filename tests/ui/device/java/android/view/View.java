package android.view;

import stand.Notes;

public class View {
    public static final int SYSTEM_UI_FLAG_LIGHT_STATUS_BAR = 0x2000;
    public static final int SYSTEM_UI_FLAG_LIGHT_NAVIGATION_BAR = 0x10;

    private int shown = 0x100;

    public WindowInsets getRootWindowInsets() {
        return Notes.asked("getRootWindowInsets", "", new WindowInsets());
    }

    public int getSystemUiVisibility() {
        return shown;
    }

    public void setSystemUiVisibility(int shown) {
        Notes.onUiThread();
        this.shown = Notes.asked("setSystemUiVisibility", Integer.toHexString(shown), shown);
    }

    public boolean performHapticFeedback(int kind) {
        Notes.onUiThread();
        return Notes.asked("performHapticFeedback", "" + kind, true);
    }
}
