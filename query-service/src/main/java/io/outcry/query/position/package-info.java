// SPDX-License-Identifier: Apache-2.0
/** How far the view is: the newest positions known here, the reads that wait for one, how far the log is ahead, and health from that. */
@NullMarked
package io.outcry.query.position;

import org.jspecify.annotations.NullMarked;
