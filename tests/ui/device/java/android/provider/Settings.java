package android.provider;

import android.content.ContentResolver;
import stand.Notes;

public class Settings {
    public static class Global {
        public static final String ANIMATOR_DURATION_SCALE = "animator_duration_scale";
        public static float animations = 1f;

        public static float getFloat(ContentResolver resolver, String name, float otherwise) {
            boolean known = name.equals(ANIMATOR_DURATION_SCALE);
            return Notes.asked("getFloat", name, known ? animations : otherwise);
        }
    }
}
