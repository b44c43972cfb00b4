// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

/**
 * Where the jar starts. The only class that is compiled for Java 17: an older JVM loads it, and says in one line what is wrong instead of in a
 * stack trace about versions of class files.
 */
public final class Launch {

    private static final int NEEDED = 25;

    private Launch() {}

    /** As {@link StandaloneApplication#main}; ends with 1 on a JVM that is too old for it. */
    public static void main(String[] arguments) {
        int version = Runtime.version().feature();
        if (version < NEEDED) {
            System.err.println(refusal(version, System.getProperty("java.home")));
            System.exit(1);
        }
        StandaloneApplication.main(arguments);
    }

    static String refusal(int version, String home) {
        return "Outcry needs Java " + NEEDED + ", and the java in " + home + " is Java " + version + ": start it with that of a JDK "
                + NEEDED + ".";
    }
}
