package android.content;

import android.net.Uri;
import android.os.Bundle;
import android.os.CancellationSignal;
import android.os.ParcelFileDescriptor;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import stand.Notes;

public class ContentResolver {
    public final Uri insert(Uri table, ContentValues values) {
        return Notes.asked("insert", table + " " + values, Uri.parse("content://downloads/7"));
    }

    public final Uri insert(Uri table, ContentValues values, Bundle extras) {
        Notes.since(30, "insert with extras");
        return insert(table, values);
    }

    public final int delete(Uri address, String where, String[] values) {
        String which = where == null ? "" : " " + String.format(where.replace("?", "%s"), (Object[]) values);
        return Notes.asked("delete", address + which, 1);
    }

    public final int delete(Uri address, Bundle extras) {
        Notes.since(30, "delete with extras");
        return delete(address, null, null);
    }

    public final OutputStream openOutputStream(Uri address) {
        return Notes.asked("openOutputStream", address.toString(), new Noting());
    }

    public final OutputStream openOutputStream(Uri address, String mode) {
        return openOutputStream(address);
    }

    public final ParcelFileDescriptor openFileDescriptor(Uri address, String mode) {
        return Notes.asked(
                "openFileDescriptor", address + " " + mode, new ParcelFileDescriptor());
    }

    public final ParcelFileDescriptor openFileDescriptor(
            Uri address, String mode, CancellationSignal signal) {
        return openFileDescriptor(address, mode);
    }

    private static class Noting extends ByteArrayOutputStream {
        @Override
        public void write(byte[] content) {
            Notes.asked("write", new String(content, StandardCharsets.UTF_8), "");
        }

        @Override
        public void close() {
            Notes.asked("close", "", "");
        }
    }
}
