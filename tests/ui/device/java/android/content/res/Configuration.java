package android.content.res;

import android.os.LocaleList;
import java.util.Locale;

public final class Configuration {
    public static final int UI_MODE_NIGHT_MASK = 0x30;
    public static final int UI_MODE_NIGHT_YES = 0x20;
    public int uiMode = 0x11;
    public String language = "de-AT";

    public LocaleList getLocales() {
        return new LocaleList(Locale.forLanguageTag(language), Locale.ENGLISH);
    }
}
