// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.outcry.matching.domain.book.HashSecret;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses CLASSES =
            new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.outcry.matching");

    @Test
    void theDomainIsPure() {
        classes().that().resideInAPackage("io.outcry.matching.domain..")
                .should().onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.outcry.matching.domain..", "io.outcry.contracts.position", "java.lang", "java.lang.runtime", "java.lang.invoke",
                        "java.util", "java.util.function", "org.jspecify.annotations")
                .check(CLASSES);
    }

    @Test
    void theDomainHasNoClockRandomThreadOrUnorderedIteration() {
        noClasses().that().resideInAPackage("io.outcry.matching.domain..")
                .should().dependOnClassesThat().areAssignableTo(Thread.class)
                .orShould().dependOnClassesThat().areAssignableTo(RandomGenerator.class)
                .orShould().dependOnClassesThat().areAssignableTo(SplittableRandom.class)
                .orShould().callMethod(System.class, "currentTimeMillis")
                .orShould().callMethod(System.class, "nanoTime")
                .orShould().callMethod(System.class, "identityHashCode", Object.class)
                .check(CLASSES);
    }

    /** The one exception: where a key is looked for is chance, so that no client can know it; whether it is found is not. */
    @Test
    void onlyHashesHaveASecret() {
        noClasses().that().resideInAPackage("io.outcry.matching.domain..").and().areNotAssignableTo(HashSecret.class)
                .should().callMethod(UUID.class, "randomUUID")
                .check(CLASSES);
    }

    @Test
    void protobufStaysInTheCodecAndTheTail() {
        noClasses().that().resideOutsideOfPackages("io.outcry.matching.codec")
                .and().doNotHaveSimpleName("KafkaOutcomeTails")
                .should().dependOnClassesThat().resideInAnyPackage("io.outcry.contracts.v1", "com.google.protobuf")
                .check(CLASSES);
    }

    @Test
    void noOtherServiceIsKnown() {
        noClasses().should().dependOnClassesThat()
                .resideInAnyPackage("io.outcry.order..", "io.outcry.price..", "io.outcry.query..", "io.outcry.standalone..", "io.lettuce..")
                .check(CLASSES);
    }

    @Test
    void snapshotsAndRecoveryKnowNoKafkaThreadOrClock() {
        noClasses().that().resideInAnyPackage("io.outcry.matching.snapshot", "io.outcry.matching.recovery")
                .should().dependOnClassesThat().resideInAnyPackage("org.apache.kafka..", "org.springframework..", "io.micrometer..")
                .orShould().dependOnClassesThat().areAssignableTo(Thread.class)
                .orShould().callMethod(System.class, "currentTimeMillis")
                .orShould().callMethod(System.class, "nanoTime")
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.outcry.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
