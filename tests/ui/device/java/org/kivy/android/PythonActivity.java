package org.kivy.android;

import android.app.Activity;
import android.content.Intent;
import java.util.ArrayList;
import java.util.List;

public class PythonActivity extends Activity {
    public static PythonActivity mActivity = new PythonActivity();

    private final List<NewIntentListener> newIntentListeners = new ArrayList<>();
    private final List<ActivityResultListener> activityResultListeners = new ArrayList<>();

    public interface NewIntentListener {
        void onNewIntent(Intent intent);
    }

    public interface ActivityResultListener {
        void onActivityResult(int number, int answer, Intent intent);
    }

    public void registerNewIntentListener(NewIntentListener listener) {
        newIntentListeners.add(listener);
    }

    public void unregisterNewIntentListener(NewIntentListener listener) {
        newIntentListeners.remove(listener);
    }

    public void registerActivityResultListener(ActivityResultListener listener) {
        activityResultListeners.add(listener);
    }

    public void unregisterActivityResultListener(ActivityResultListener listener) {
        activityResultListeners.remove(listener);
    }

    /** As it was when the app started. */
    public void forget() {
        newIntentListeners.clear();
        activityResultListeners.clear();
    }

    /** Another app has answered. */
    public void answered(int number, int answer, Intent intent) {
        runOnUiThread(
                () ->
                        activityResultListeners.forEach(
                                each -> each.onActivityResult(number, answer, intent)));
    }

    /** Another app has asked for ours. */
    public void opened(Intent intent) {
        runOnUiThread(() -> newIntentListeners.forEach(each -> each.onNewIntent(intent)));
    }
}
