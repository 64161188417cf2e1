package android.os;

import java.util.Locale;

public class LocaleList implements Parcelable {
    private final Locale[] locales;

    public LocaleList(Locale... locales) {
        this.locales = locales;
    }

    public Locale get(int index) {
        return locales[index];
    }
}
