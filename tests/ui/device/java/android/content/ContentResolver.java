package android.content;

import android.database.Cursor;
import android.net.Uri;
import android.os.Bundle;
import android.os.CancellationSignal;
import android.os.ParcelFileDescriptor;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import stand.Notes;

public class ContentResolver {
    /** What the file is called where it comes from. */
    public static String name = "game.json";

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

    public final Cursor query(
            Uri address, String[] columns, String where, String[] values, String order) {
        return Notes.asked("query", address + " " + String.join(",", columns), new OneRow());
    }

    public final Cursor query(
            Uri address,
            String[] columns,
            String where,
            String[] values,
            String order,
            CancellationSignal signal) {
        return query(address, columns, where, values, order);
    }

    public final Cursor query(
            Uri address, String[] columns, Bundle extras, CancellationSignal signal) {
        Notes.since(26, "query with extras");
        return query(address, columns, null, null, null);
    }

    private static class OneRow implements Cursor {
        @Override
        public boolean moveToFirst() {
            return Notes.asked("moveToFirst", "", true) != null;
        }

        @Override
        public String getString(int column) {
            return Notes.asked("getString", "" + column, name);
        }

        @Override
        public void close() {
            Notes.asked("close", "", "");
        }
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
