// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

import java.util.Map;
import java.util.Optional;

/** The hashes that a correct book must reach with seed 23: published for 1,000,000 orders, agreed on by three books for 20,000. */
public final class PublishedHashes {

    private static final int SEED = 23;

    private static final Map<Scenario, String> MILLION = Map.of(
            Scenario.STATIC, "9803843ee404fc29c9a0aa5614f8f0d5a58b5c44fcac9ef89067886fcaaa30d1",
            Scenario.NORMAL, "e9b2e3926854410b01a035aeb25dd05f1e597c233be8263de9eb49b6713d367e",
            Scenario.SWING_25, "61a84be9469661bd039e00dbc9a7c011e70b6ace37aadfe60045ea083b05f4df",
            Scenario.SWING_40, "3cb0175e7982ff09ea220d1feaee3844cf9116a5ce455757879dea1d880b9b9f",
            Scenario.FLASH_CRASH, "cff8d3f94b709fc64a8b2058a6ca4fb6920364904796e46906895e362d2bb16b");

    private static final Map<Scenario, String> TWENTY_THOUSAND = Map.of(
            Scenario.STATIC, "75465244465e144211887b27fa9d16264940e34827fe1e54f9820195c7745fc3",
            Scenario.NORMAL, "7e32c8ad534265a77e66b9fc1df15cc61fe3030434a5b0ab9548704d23bb0395",
            Scenario.SWING_25, "36fc4d2ff747cc66eabf6ac46c083a9725c87eb6fda67f52c884155462390142",
            Scenario.SWING_40, "8c9192c69c18459e7ae06fb872690801d87b6de80ef0025314e17c4c06253c3e",
            Scenario.FLASH_CRASH, "aa7690ffa18ade5ce41c5531f72d7d43df842f5e670a4a0160eec5b6dc6c5c75");

    private PublishedHashes() {}

    /** The hash to reach, if there is one for this seed and count. */
    public static Optional<String> of(Scenario scenario, int seed, int count) {
        if (seed != SEED) {
            return Optional.empty();
        }
        return switch (count) {
            case 1_000_000 -> Optional.ofNullable(MILLION.get(scenario));
            case 20_000 -> Optional.ofNullable(TWENTY_THOUSAND.get(scenario));
            default -> Optional.empty();
        };
    }
}
