// SPDX-License-Identifier: Apache-2.0
package io.outcry.price;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.outcry.price", "io.outcry.venues");

    @Test
    void theDomainIsPlainJavaWithoutClockRandomThreadsOrIo() {
        ArchRuleDefinition.classes()
                .that()
                .resideInAPackage("io.outcry.price.domain..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.outcry.price.domain..", "java.lang", "java.lang.runtime", "java.util", "java.util.function",
                        "java.util.stream", "org.jspecify.annotations")
                .check(OURS);
        noClasses()
                .that()
                .resideInAPackage("io.outcry.price.domain..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.lang\\.(Thread|System)|java\\.util\\.(Random|Timer|UUID|Date)")
                .check(OURS);
    }

    @Test
    void servicesDoNotImportOneAnother() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.outcry.order..", "io.outcry.matching..", "io.outcry.query..", "io.outcry.standalone..")
                .check(OURS);
    }

    @Test
    void venuesAndTheirClientsShareOnlyTheWire() {
        noClasses().that().resideInAPackage("io.outcry.price..").should().dependOnClassesThat().resideInAPackage("io.outcry.venues..")
                .check(OURS);
        noClasses()
                .that()
                .resideInAPackage("io.outcry.venues..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.outcry.price..", "io.outcry.contracts..", "org.springframework..")
                .check(OURS);
    }

    @Test
    void kafkaAndMessagesStayAtTheLogAndHttpAtTheVenues() {
        noClasses()
                .that()
                .resideInAnyPackage("io.outcry.price.venue..", "io.outcry.price.refresh..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "org.springframework..", "com.google.protobuf..")
                .orShould()
                .dependOnClassesThat(resideInAPackage("io.outcry.contracts..")
                        .and(resideOutsideOfPackages("io.outcry.contracts.trace", "io.outcry.contracts.time")))
                .check(OURS);
        noClasses().that().resideInAPackage("io.outcry.price.log..").should().dependOnClassesThat().resideInAPackage("java.net..")
                .check(OURS);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.outcry.(**)").should().beFreeOfCycles().check(OURS);
    }
}
