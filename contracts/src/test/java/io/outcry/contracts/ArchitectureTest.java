// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses CLASSES =
            new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.outcry.contracts");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.outcry.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void whatIsSaidOverHttpKnowsNoServer() {
        noClasses().that().resideInAPackage("io.outcry.contracts.http")
                .should().dependOnClassesThat()
                .resideInAnyPackage("io.outcry.contracts.server", "io.netty.handler..", "io.netty.channel..", "reactor..",
                        "org.springframework.http..", "org.springframework.web..")
                .check(CLASSES);
    }
}
