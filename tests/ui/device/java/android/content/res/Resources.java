package android.content.res;

public class Resources {
    public final Configuration now = new Configuration();

    public Configuration getConfiguration() {
        return now;
    }
}
