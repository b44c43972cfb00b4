// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Methods that are faster compiled on their own: see {@code docs/matching.md}. */
class CompiledUnitsTest {

    /** {@code FreqInlineSize}: the compiler copies no longer method into a caller, however often it is called. */
    private static final int LONGEST_COPIED = 325;

    @ParameterizedTest
    @ValueSource(strings = {"place", "amend"})
    void aShortWayIsTooLongToBeCopiedIntoItsCaller(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(PlainOrders.class.getResourceAsStream("PlainOrders.class"))) {
            assertThat(ClassFile.of().parse(in.readAllBytes()).methods())
                    .filteredOn(method -> method.methodName().equalsString(name))
                    .singleElement()
                    .satisfies(method -> assertThat(bytes(method)).isGreaterThan(LONGEST_COPIED));
        }
    }

    private static int bytes(MethodModel method) {
        return ((CodeAttribute) method.code().orElseThrow()).codeLength();
    }
}
