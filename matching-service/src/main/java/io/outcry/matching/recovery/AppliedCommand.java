// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import io.outcry.matching.codec.CommandKind;
import io.outcry.matching.domain.CommandOutcome;
import org.jspecify.annotations.Nullable;

/**
 * What became of a command. Whether it is on the log already the engine has said before: {@link PartitionEngine#isLive}.
 *
 * @param outcome holds until the next command is applied
 * @param value the outcome as it stands, or is to stand, on the log
 * @param chain what is to be published with it; null for most
 */
public record AppliedCommand(
        CommandKind kind, CommandOutcome outcome, byte[] value, @Nullable ChainPoint chain) {}
