package android.view;

import stand.Notes;

public class Window {
    private final View decor = new View();

    public View getDecorView() {
        return decor;
    }

    public void addFlags(int flags) {
        note("addFlags", Integer.toHexString(flags));
    }

    public void setStatusBarColor(int color) {
        note("setStatusBarColor", Integer.toHexString(color));
    }

    public void setNavigationBarColor(int color) {
        note("setNavigationBarColor", Integer.toHexString(color));
    }

    public void setNavigationBarContrastEnforced(boolean enforced) {
        Notes.since(29, "setNavigationBarContrastEnforced");
        note("setNavigationBarContrastEnforced", "" + enforced);
    }

    public WindowInsetsController getInsetsController() {
        Notes.since(30, "getInsetsController");
        return Notes.asked(
                "getInsetsController",
                "",
                (appearance, mask) ->
                        note("setSystemBarsAppearance", appearance + " of " + mask));
    }

    private static void note(String call, String how) {
        Notes.onUiThread();
        Notes.asked(call, how, "");
    }
}
