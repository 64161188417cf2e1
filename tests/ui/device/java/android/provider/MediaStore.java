package android.provider;

import android.net.Uri;

public final class MediaStore {
    public interface MediaColumns {
        String DISPLAY_NAME = "_display_name";
        String MIME_TYPE = "mime_type";
        String DATE_ADDED = "date_added";
        String OWNER_PACKAGE_NAME = "owner_package_name";
        String RELATIVE_PATH = "relative_path";
    }

    public static final class Downloads implements MediaColumns {
        public static final Uri EXTERNAL_CONTENT_URI = Uri.parse("content://downloads");
    }
}
