// SPDX-License-Identifier: Apache-2.0
/** What the service counts and times. */
@NullMarked
package io.outcry.order.metrics;

import org.jspecify.annotations.NullMarked;
