// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses CLASSES =
            new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.outcry.query");

    @Test
    void theDomainIsPlainJavaWithoutClockRandomOrThreads() {
        classes().that().resideInAPackage("io.outcry.query.domain..")
                .should().onlyDependOnClassesThat()
                .resideInAnyPackage("io.outcry.query.domain..", "java.lang..", "java.math..", "java.util..", "org.jspecify..")
                .check(CLASSES);
        noClasses().that().resideInAPackage("io.outcry.query.domain..")
                .should().dependOnClassesThat().resideInAnyPackage("java.util.concurrent..", "java.util.random..")
                .orShould().dependOnClassesThat().haveFullyQualifiedName("java.util.Random")
                .orShould().callMethod(System.class, "nanoTime")
                .orShould().callMethod(System.class, "currentTimeMillis")
                .check(CLASSES);
    }

    @Test
    void onlyTheViewAndTheToolThatChecksItKnowRedis() {
        noClasses().that().resideOutsideOfPackages("io.outcry.query.view..", "io.outcry.query.verify..")
                .should().dependOnClassesThat().resideInAPackage("io.lettuce..")
                .check(CLASSES);
    }

    @Test
    void noOtherServiceIsKnown() {
        noClasses().should().dependOnClassesThat()
                .resideInAnyPackage("io.outcry.order..", "io.outcry.matching..", "io.outcry.price..", "io.outcry.standalone..")
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.outcry.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
