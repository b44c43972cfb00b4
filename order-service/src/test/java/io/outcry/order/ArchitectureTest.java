// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The walls of this service. */
class ArchitectureTest {

    private static final JavaClasses CLASSES =
            new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.outcry.order");

    @Test
    void domainIsPlainJavaAndTheSharedDecimalsNamesAndCodes() {
        classes().that().resideInAPackage("..order.domain..")
                .should().onlyDependOnClassesThat()
                .resideInAnyPackage("java.lang..", "java.math..", "java.util..", "org.jspecify..", "..order.domain..",
                        "..contracts.decimal..", "..contracts.name..", "..contracts.http..")
                .check(CLASSES);
        noClasses().that().resideInAPackage("..order.domain..")
                .should().dependOnClassesThat().resideInAnyPackage("java.util.concurrent..", "java.time..")
                .orShould().dependOnClassesThat().haveNameMatching("java\\.util\\.(Random|UUID|Date|Timer)")
                .check(CLASSES);
    }

    @Test
    void servicesDoNotKnowOneAnother() {
        noClasses().should().dependOnClassesThat()
                .resideInAnyPackage("io.outcry.matching..", "io.outcry.price..", "io.outcry.query..", "io.outcry.standalone..",
                        "io.outcry.embedded..")
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.outcry.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void onlyTheLogPackageMakesKafkaClients() {
        noClasses().that().resideOutsideOfPackage("..order.log..")
                .should().dependOnClassesThat().resideInAPackage("org.apache.kafka.clients.producer..")
                .check(CLASSES);
    }
}
