// SPDX-License-Identifier: Apache-2.0
/**
 * The topics by name, their shape, how they are made and checked at a start, the rule that gives a symbol its partition and the header that
 * says who waits; and what whoever reads one has to expect: a record that is damaged, a commit that fails. Knows no message.
 */
@NullMarked
package io.outcry.contracts.topic;

import org.jspecify.annotations.NullMarked;
