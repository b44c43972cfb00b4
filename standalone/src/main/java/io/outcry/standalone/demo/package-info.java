// SPDX-License-Identifier: Apache-2.0
/** Demo traders: clients of the public REST API like any other, so that a newcomer sees a living market. */
@NullMarked
package io.outcry.standalone.demo;

import org.jspecify.annotations.NullMarked;
