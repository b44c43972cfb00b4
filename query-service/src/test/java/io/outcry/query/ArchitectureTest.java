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
    void the_domain_is_plain_java_without_clock_random_or_threads() {
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
    void only_the_view_and_the_tool_that_checks_it_know_redis() {
        noClasses().that().resideOutsideOfPackages("io.outcry.query.view..", "io.outcry.query.verify..")
                .should().dependOnClassesThat().resideInAPackage("io.lettuce..")
                .check(CLASSES);
    }

    @Test
    void no_other_service_is_known() {
        noClasses().should().dependOnClassesThat()
                .resideInAnyPackage("io.outcry.order..", "io.outcry.matching..", "io.outcry.price..", "io.outcry.standalone..")
                .check(CLASSES);
    }

    @Test
    void packages_depend_on_each_other_in_one_direction() {
        slices().matching("io.outcry.query.(*)..").should().beFreeOfCycles().check(CLASSES);
    }
}
