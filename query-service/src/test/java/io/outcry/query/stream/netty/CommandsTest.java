// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outcry.contracts.http.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {

    private final Commands commands = new Commands(10);

    /** Of the names that anybody sends the parser keeps thousands: long ones would fill the memory. */
    @Test
    void aNameThatIsMuchLongerThanAnyFieldsIsRefusedUnread() {
        assertMistake("x".repeat(Commands.MAX_NAME / 2), ErrorCode.UNKNOWN_FIELD);
        assertMistake("x".repeat(2 * Commands.MAX_NAME), ErrorCode.MALFORMED_JSON);
    }

    @Test
    void anIdIsAWholeNumberOrAStringOfUpTo62CharactersOrLeftOut() throws MistakeException {
        for (String id : List.of("-7", "123456789012345678901234567890", "\"a\"", "\"" + "x".repeat(62) + "\"", "null")) {
            assertThat(commands.parse(json("{'op':'auth','token':'t','id':" + id + "}")).id()).isEqualTo(id);
        }
        assertThat(commands.parse(json("{'op':'auth','token':'t'}")).id()).isEqualTo("null");
        for (String id : List.of("1.5", "true", "[1]", "\"" + "x".repeat(63) + "\"", "1".repeat(65))) {
            assertMistake(json("{'op':'auth','token':'t','id':" + id + "}"), ErrorCode.INVALID_FIELD);
        }
    }

    @Test
    void aRequestNamesFromOneToSoManyChannels() throws MistakeException {
        assertThat(commands.parse(json("{'op':'unsubscribe','id':1,'channels':[" + "'a',".repeat(9) + "'b']}")))
                .isInstanceOfSatisfying(Command.Unsubscribe.class, it -> assertThat(it.channels()).hasSize(10).endsWith("a", "b"));
        assertMistake(json("{'op':'unsubscribe','channels':[" + "'a',".repeat(10) + "'b']}"), ErrorCode.INVALID_FIELD);
    }

    @Test
    void aTokenIsAsLongAsAHeaderAtMost() throws MistakeException {
        assertThat(commands.parse(json("{'op':'auth','token':'" + "x".repeat(8_192) + "'}"))).isInstanceOf(Command.Auth.class);
        assertMistake(json("{'op':'auth','token':'" + "x".repeat(8_193) + "'}"), ErrorCode.INVALID_FIELD);
        assertMistake(json("{'op':'auth','token':7}"), ErrorCode.INVALID_FIELD);
        assertMistake(json("{'op':'auth','token':null}"), ErrorCode.MISSING_FIELD);
    }

    @Test
    void onGoesWhoNamesTwoWholeNumbersForAChannel() throws MistakeException {
        assertThat(commands.parse(json("{'op':'subscribe','channels':['a','b'],'resume':{'a':[1,2],'b':[3,9223372036854775807]}}")))
                .isInstanceOfSatisfying(Command.Subscribe.class, it -> assertThat(it.resume()).isEqualTo(
                        Map.of("a", new Command.Point(1, 2), "b", new Command.Point(3, Long.MAX_VALUE))));
        assertThat(commands.parse(json("{'op':'subscribe','channels':['a'],'resume':null}")))
                .isInstanceOfSatisfying(Command.Subscribe.class, it -> assertThat(it.resume()).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "[1,2]", "{'a':1}", "{'a':[1]}", "{'a':[1,2,3]}", "{'a':[1.0,2]}", "{'a':[1,2.5]}", "{'a':['1',2]}", "{'a':[1,null]}",
        "{'a':[9223372036854775808,1]}", "{'a':[1,9223372036854775808]}", "{'a':{'0':1,'1':2}}", "{'a':[1],'b':[1,2]}"})
    void anythingElseIsAMistake(String resume) {
        assertMistake(json("{'op':'subscribe','channels':['a'],'resume':" + resume + "}"), ErrorCode.INVALID_FIELD);
    }

    private static byte[] json(String withOtherQuotes) {
        return withOtherQuotes.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private void assertMistake(String name, ErrorCode code) {
        assertMistake(json("{'op':'unsubscribe','" + name + "':1}"), code);
    }

    private void assertMistake(byte[] message, ErrorCode code) {
        assertThatExceptionOfType(MistakeException.class).isThrownBy(() -> commands.parse(message))
                .satisfies(mistake -> assertThat(mistake.code()).isEqualTo(code));
    }
}
