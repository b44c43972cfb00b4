// SPDX-License-Identifier: Apache-2.0
/** Rules of the view without I/O: positions and their gaps, how old an answer is, book levels in order, cursors. Pure Java. */
@NullMarked
package io.outcry.query.domain;

import org.jspecify.annotations.NullMarked;
