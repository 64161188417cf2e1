package android.os;

public class ParcelFileDescriptor implements Parcelable {
    /** A file that the test has opened. */
    public static int opened = -1;

    public int detachFd() {
        return opened;
    }
}
