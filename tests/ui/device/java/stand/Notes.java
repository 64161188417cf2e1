package stand;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the stand-ins were asked, and what they are to answer. */
public final class Notes {
    private static final List<String> calls = new ArrayList<>();
    private static final Map<String, RuntimeException> raising = new HashMap<>();
    private static final List<String> empty = new ArrayList<>();

    public static synchronized void clear() {
        calls.clear();
        raising.clear();
        empty.clear();
    }

    /** One line for every call since then. */
    public static synchronized String all() {
        return String.join("\n", calls);
    }

    public static void fail(String call, String message) {
        raising.put(call, new IllegalStateException(message));
    }

    public static void answerNothing(String call) {
        empty.add(call);
    }

    /** Note a call; raise or answer nothing if that was wished for, else what is usual. */
    public static synchronized <T> T asked(String call, String how, T usual) {
        calls.add((call + " " + how).trim());
        if (raising.containsKey(call)) {
            throw raising.get(call);
        }
        return empty.contains(call) ? null : usual;
    }

    /** Fail as Android fails when something came with a later version. */
    public static void since(int version, String what) {
        if (android.os.Build.VERSION.SDK_INT < version) {
            throw new NoSuchMethodError(what + " came with " + version);
        }
    }

    /** Fail as Android does where only the thread of the window may go. */
    public static void onUiThread() {
        if (!Thread.currentThread().getName().equals("ui")) {
            throw new IllegalStateException("Only the original thread can touch its views.");
        }
    }
}
