package android.provider;

import android.content.ContentResolver;
import android.net.Uri;
import stand.Notes;

public final class DocumentsContract {
    public static boolean deleteDocument(ContentResolver resolver, Uri document) {
        return Notes.asked("deleteDocument", document.toString(), true);
    }
}
