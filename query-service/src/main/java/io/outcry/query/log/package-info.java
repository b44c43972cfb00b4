// SPDX-License-Identifier: Apache-2.0
/** The little that this service writes to the log: requests for fresh prices, how often prices are read, and records it could not read. */
@NullMarked
package io.outcry.query.log;

import org.jspecify.annotations.NullMarked;
