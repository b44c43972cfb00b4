// SPDX-License-Identifier: Apache-2.0
/** The public reads: routes, their parameters, and the JSON of what the view holds. Each answer says which position it is of, and how old. */
@NullMarked
package io.outcry.query.read;

import org.jspecify.annotations.NullMarked;
