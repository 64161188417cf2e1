package org.railkeeper;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Intent;
import android.content.res.Configuration;
import android.graphics.Color;
import android.graphics.Insets;
import android.net.Uri;
import android.os.Build;
import android.provider.Settings;
import android.view.HapticFeedbackConstants;
import android.view.View;
import android.view.Window;
import android.view.WindowInsets;
import android.view.WindowInsetsController;
import android.view.WindowManager;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Collections;
import java.util.Enumeration;
import org.kivy.android.PythonActivity;

/**
 * What companion/ui/device/android.py asks at every start, or again and again: each in one call,
 * where Python would have to look through the whole of an Activity first.
 */
public final class Phone {
    private Phone() {}

    /** The app's private storage. */
    public static String folder() {
        return PythonActivity.mActivity.getFilesDir().getAbsolutePath();
    }

    /**
     * Left, top, right and bottom inset, 1 if dark colours are asked for, 1 if animations are off,
     * and the language.
     */
    public static String surroundings() {
        Activity activity = PythonActivity.mActivity;
        Configuration now = activity.getResources().getConfiguration();
        int night = now.uiMode & Configuration.UI_MODE_NIGHT_MASK;
        String edges = "0 0 0 0";
        // Before version 15 the system keeps the app clear of its bars.
        if (Build.VERSION.SDK_INT >= 35) {
            WindowInsets all = activity.getWindow().getDecorView().getRootWindowInsets();
            if (all != null) {
                int kinds = WindowInsets.Type.systemBars() | WindowInsets.Type.displayCutout();
                Insets bars = all.getInsets(kinds);
                edges = bars.left + " " + bars.top + " " + bars.right + " " + bars.bottom;
            }
        }
        String dark = night == Configuration.UI_MODE_NIGHT_YES ? "1" : "0";
        String scale = Settings.Global.ANIMATOR_DURATION_SCALE;
        float animations = Settings.Global.getFloat(activity.getContentResolver(), scale, 1f);
        String reduced = animations == 0f ? "1" : "0";
        return edges + " " + dark + " " + reduced + " " + now.getLocales().get(0).getLanguage();
    }

    /** The address of the file the app was started with, as below. */
    public static String openedWith() {
        return addressIn(PythonActivity.mActivity.getIntent());
    }

    /** Of a file opened with or shared to the app; empty if it is missing, null for others. */
    public static String addressIn(Intent intent) {
        if (intent == null) {
            return null;
        }
        boolean shared = Intent.ACTION_SEND.equals(intent.getAction());
        if (!shared && !Intent.ACTION_VIEW.equals(intent.getAction())) {
            return null;
        }
        // Taken up again from the list of recent apps, it is the one of long ago.
        if ((intent.getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0) {
            return null;
        }
        try {
            Uri address = shared ? streamOf(intent) : intent.getData();
            return address == null ? "" : address.toString();
        } catch (RuntimeException error) {
            // Another app wrote the intent, and its extras may be of any class.
            return "";
        }
    }

    // The method that replaces it has a bug in Android 13.
    @SuppressWarnings("deprecation")
    private static Uri streamOf(Intent intent) {
        return intent.getParcelableExtra(Intent.EXTRA_STREAM);
    }

    /** The share sheet for an intent, without this app, which also accepts game files. */
    public static Intent shareSheet(Intent intent) {
        ComponentName own = PythonActivity.mActivity.getComponentName();
        return Intent.createChooser(intent, null)
                .putExtra(Intent.EXTRA_EXCLUDE_COMPONENTS, new ComponentName[] {own});
    }

    /** Colours of the bars, and for each whether it is light enough to want dark icons. */
    public static void colorBars(int top, int bottom, boolean lightTop, boolean lightBottom) {
        Activity activity = PythonActivity.mActivity;
        activity.runOnUiThread(
                () -> color(activity.getWindow(), top, bottom, lightTop, lightBottom));
    }

    /** The haptic feedback of a key, which needs no permission. */
    public static void tap() {
        Activity activity = PythonActivity.mActivity;
        activity.runOnUiThread(
                () ->
                        activity.getWindow()
                                .getDecorView()
                                .performHapticFeedback(HapticFeedbackConstants.KEYBOARD_TAP));
    }

    /** A line for each IPv4 address of an interface that is up: address, space, name. */
    public static String networkAddresses() throws SocketException {
        StringBuilder lines = new StringBuilder();
        Enumeration<NetworkInterface> interfaces = NetworkInterface.getNetworkInterfaces();
        // Null if there is no interface at all.
        while (interfaces != null && interfaces.hasMoreElements()) {
            append(lines, interfaces.nextElement());
        }
        return lines.toString();
    }

    private static void append(StringBuilder lines, NetworkInterface each) throws SocketException {
        if (!each.isUp()) {
            return;
        }
        for (InetAddress address : Collections.list(each.getInetAddresses())) {
            if (address instanceof Inet4Address) {
                lines.append(address.getHostAddress()).append(' ').append(each.getName());
                lines.append('\n');
            }
        }
    }

    @SuppressWarnings("deprecation")
    private static void color(
            Window window, int top, int bottom, boolean lightTop, boolean lightBottom) {
        // Dark icons in the navigation bar came with version 8.
        boolean readable = Build.VERSION.SDK_INT >= 26 || !lightBottom;
        window.addFlags(WindowManager.LayoutParams.FLAG_DRAWS_SYSTEM_BAR_BACKGROUNDS);
        window.setStatusBarColor(top);
        window.setNavigationBarColor(readable ? bottom : Color.BLACK);
        if (Build.VERSION.SDK_INT >= 29) {
            window.setNavigationBarContrastEnforced(false);
        }
        if (Build.VERSION.SDK_INT >= 30) {
            WindowInsetsController controller = window.getInsetsController();
            int status = WindowInsetsController.APPEARANCE_LIGHT_STATUS_BARS;
            int navigation = WindowInsetsController.APPEARANCE_LIGHT_NAVIGATION_BARS;
            if (controller != null) {
                controller.setSystemBarsAppearance(
                        (lightTop ? status : 0) | (lightBottom ? navigation : 0),
                        status | navigation);
            }
            return;
        }
        View decor = window.getDecorView();
        int status = View.SYSTEM_UI_FLAG_LIGHT_STATUS_BAR;
        int navigation = Build.VERSION.SDK_INT >= 26 ? View.SYSTEM_UI_FLAG_LIGHT_NAVIGATION_BAR : 0;
        int others = decor.getSystemUiVisibility() & ~(status | navigation);
        decor.setSystemUiVisibility(
                others | (lightTop ? status : 0) | (lightBottom ? navigation : 0));
    }
}
