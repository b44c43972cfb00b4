// SPDX-License-Identifier: Apache-2.0
/**
 * The view in Redis: its keys, the scripts that write and read it, the connections, and the guard in front of every read. All keys of
 * one partition share a hash tag and so a slot, and each script touches one partition: what it reads or writes is one moment of it.
 */
@NullMarked
package io.outcry.query.view;

import org.jspecify.annotations.NullMarked;
