// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.outcry.embedded.Loopback;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses CLASSES =
            new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.outcry.standalone",
                    "io.outcry.embedded");

    @Test
    void theDemoTradersKnowTheApiOnly() {
        noClasses().that().resideInAPackage("io.outcry.standalone.demo")
                .should().dependOnClassesThat(resideInAPackage("io.outcry..")
                        .and(resideOutsideOfPackages("io.outcry.standalone.demo", "io.outcry.standalone.client")))
                .check(CLASSES);
    }

    /** {@code ::1} where Java is told to prefer IPv6: Kafka and Redis listen on {@link Loopback}. */
    @Test
    void nobodyAsksJavaForLoopback() {
        noClasses().should().callMethod(InetAddress.class, "getLoopbackAddress").check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.outcry.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
