package android.app;

import android.content.ComponentName;
import android.content.ContentResolver;
import android.content.Intent;
import android.content.res.Resources;
import android.os.Bundle;
import android.view.Window;
import java.io.File;
import stand.Notes;

public class Activity {
    public static File files, cache;
    public Intent intent = new Intent().setAction(Intent.ACTION_MAIN);

    private final Window window = new Window();
    public final Resources resources = new Resources();

    public File getFilesDir() {
        return files;
    }

    public File getCacheDir() {
        return Notes.asked("getCacheDir", "", cache);
    }

    public String getPackageName() {
        return "org.railkeeper.railkeeper";
    }

    public ComponentName getComponentName() {
        return new ComponentName(getPackageName(), "PythonActivity");
    }

    public Resources getResources() {
        return Notes.asked("getResources", "", resources);
    }

    public ContentResolver getContentResolver() {
        return new ContentResolver();
    }

    public Window getWindow() {
        return Notes.asked("getWindow", "", window);
    }

    public Intent getIntent() {
        return Notes.asked("getIntent", "", intent);
    }

    public void startActivity(Intent intent) {
        Notes.asked("startActivity", intent.toString(), "");
    }

    public void startActivity(Intent intent, Bundle options) {
        startActivity(intent);
    }

    public void startActivityForResult(Intent intent, int number) {
        Notes.asked("startActivityForResult", number + " " + intent, "");
    }

    public void startActivityForResult(Intent intent, int number, Bundle options) {
        startActivityForResult(intent, number);
    }

    /** Later, on a thread of its own, as Android does. */
    public final void runOnUiThread(Runnable action) {
        Notes.asked("runOnUiThread", "", "");
        Thread ui = new Thread(action, "ui");
        ui.start();
        try {
            ui.join();
        } catch (InterruptedException error) {
            throw new RuntimeException(error);
        }
    }
}
