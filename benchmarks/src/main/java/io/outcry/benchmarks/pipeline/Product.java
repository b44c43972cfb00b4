// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What stands between the two topics. */
enum Product {

    /** The matching service as it is deployed. */
    MATCHING("matching"),
    /** The same consumer and producer with no engine between them. */
    PASS_THROUGH("pass-through");

    private final String label;

    Product(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    static Optional<Product> named(String label) {
        return Arrays.stream(values()).filter(product -> product.label.equals(label)).findFirst();
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Product::label).toList();
    }
}
