// SPDX-License-Identifier: Apache-2.0
/**
 * One page over all runs, as HTML with charts (SVG in the page: it needs no network and no script) and as Markdown for the documentation.
 * It knows nothing of simulations: {@link io.outcry.gatling.run.Run} is all it sees, and it shows every run it finds, met targets or not.
 */
@NullMarked
package io.outcry.gatling.summary;

import org.jspecify.annotations.NullMarked;
