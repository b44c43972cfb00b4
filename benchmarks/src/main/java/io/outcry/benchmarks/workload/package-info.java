// SPDX-License-Identifier: Apache-2.0
/**
 * The workloads, the reports and their hash: everything that says what a correct book does, and nothing of any engine.
 * The public workload follows its description to the draw; a book is right when the SHA-256 of its reports is the published one.
 */
@NullMarked
package io.outcry.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
