// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where the pages lead: to a file that is there, and in a page to one of its headings. And that their commands mean the same in every shell. */
class PagesTest {

    private static final Path ROOT = Path.of("..");
    private static final List<String> PLACES = List.of("README.md", "docs", "docker", "gatling/README.md");
    /** A link within the repository: one to elsewhere has a colon. */
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s:#]*)(?:#([^)\\s:]+))?\\)");
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern COMMANDS = Pattern.compile("(?s)```(sh)?\\n.*");
    /** To zsh, the shell of macOS, a comment that is typed is words like others, and a variable is one word. */
    private static final Pattern BASH_ALONE = Pattern.compile("(^|.* )(# .*|\\$\\w.*)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher link = LINK.matcher(text(page));
            while (link.find()) {
                Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
                String heading = link.group(2);
                if (!Files.exists(target) || heading != null && !headings(target).contains(heading)) {
                    broken.add(page + ": " + link.group());
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void noCommandIsForBashAlone() throws IOException {
        List<String> commands = new ArrayList<>();
        for (Path page : pages()) {
            CODE.matcher(Files.readString(page)).results().map(MatchResult::group)
                    .filter(COMMANDS.asMatchPredicate()).flatMap(String::lines)
                    .filter(BASH_ALONE.asMatchPredicate()).forEach(command -> commands.add(page + ": " + command));
        }
        assertThat(commands).isEmpty();
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String place : PLACES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(place))) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        assertThat(pages).hasSizeGreaterThan(PLACES.size());
        return pages;
    }

    private static String text(Path page) throws IOException {
        return CODE.matcher(Files.readString(page)).replaceAll("");
    }

    /** As GitHub names them: small letters, hyphens for spaces, no other signs; one that comes again has a number behind it. */
    private static Set<String> headings(Path page) throws IOException {
        Set<String> names = new HashSet<>();
        Map<String, Integer> times = new HashMap<>();
        HEADING.matcher(text(page)).results().forEach(heading -> {
            String name = heading.group(1).toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").replace(' ', '-');
            int before = times.merge(name, 1, Integer::sum) - 1;
            names.add(before == 0 ? name : name + "-" + before);
        });
        return names;
    }
}
