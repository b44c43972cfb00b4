// SPDX-License-Identifier: Apache-2.0
/** How far the view is: the newest positions known here, who waits for one, how they compare with the log, and the health that follows. */
@NullMarked
package io.outcry.query.position;

import org.jspecify.annotations.NullMarked;
