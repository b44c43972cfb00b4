// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outcry.contracts.http.ApiException;
import io.outcry.order.domain.Checked;
import io.outcry.order.domain.Fault;
import io.outcry.order.domain.OrderRequest;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderParserTest {

    private static final long NOW = 1_763_700_000_000L;
    private static final String GOOD = "'symbol':'A','side':'BUY','type':'LIMIT','quantity':'1','price':'2'";

    @ParameterizedTest
    @ValueSource(strings = {
        "{%s}", "  {%s}  ", "{%s,'postOnly':false}", "{%s,'selfTradePrevention':'NONE'}", "{%s,'clientOrderId':'a:b.c-d_E9'}",
        "{%s,'clientOrderId':null,'postOnly':null,'expireTime':null,'stopPrice':null}",
        "{%s,'postOnly':true,'displayQuantity':'0.5','selfTradePrevention':'DECREMENT','timeInForce':'GTD','expireTime':1763700000001}",
        "{'symbol':'A','side':'SELL','type':'TAKE_PROFIT','quantity':'1','stopPrice':'2'}",
        "{'symbol':'A','side':'SELL','type':'MARKET','quoteQuantity':'1'}"
    })
    void goodOrders(String body) {
        assertThat(OrderParser.one(json(body), NOW)).isInstanceOf(Checked.Valid.class);
    }

    /** Of the names that clients send the parser keeps thousands: long ones would fill the memory. */
    @Test
    void aNameThatIsMuchLongerThanAnyFieldsIsRefusedUnread() {
        assertThat(OrderParser.one(json("{'" + "x".repeat(JsonBody.MAX_NAME / 2) + "':1}"), NOW)).isInstanceOfSatisfying(
                Checked.Refused.class, refused -> {
                    assertThat(refused.fault().code().name()).isEqualTo("UNKNOWN_FIELD");
                    assertThat(refused.fault().field()).as("no more is told again").isEqualTo("x".repeat(64) + "...");
                });
        ApiException failure = catchThrowableOfType(
                ApiException.class, () -> OrderParser.one(json("{'" + "x".repeat(2 * JsonBody.MAX_NAME) + "':1}"), NOW));
        assertThat(failure.problem().code().name()).isEqualTo("MALFORMED_JSON");
        assertThat(failure.problem().detail()).startsWith("too long or too deep at line 1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {%s,'foo':1}                            | UNKNOWN_FIELD  | foo
            {%s,'Symbol':'A'}                       | UNKNOWN_FIELD  | Symbol
            {%s,'foo':{'a':[1,{'b':2}]},'bar':1}    | UNKNOWN_FIELD  | foo
            {%s,'price':'3'}                        | MALFORMED_JSON | price
            {%s,'foo':null}                         | UNKNOWN_FIELD  | foo
            {'symbol':5}                            | INVALID_FIELD  | symbol
            {'quantity':1.5}                        | INVALID_FIELD  | quantity
            {'quantity':12345678901234567890123456789012345678901} | INVALID_FIELD | quantity
            {'quantity':1e999999}                   | INVALID_FIELD  | quantity
            {'price':{'a':'b'}}                     | INVALID_FIELD  | price
            {'price':[['1']]}                       | INVALID_FIELD  | price
            {'side':true}                           | INVALID_FIELD  | side
            {'symbol':null}                         | MISSING_FIELD  | symbol
            {%s,'postOnly':'false'}                 | INVALID_FIELD  | postOnly
            {%s,'quoteQuantity':'5'}                | INVALID_FIELD  | quoteQuantity
            {%s,'stopPrice':'5'}                    | INVALID_FIELD  | stopPrice
            {%s,'displayQuantity':'5'}              | INVALID_FIELD  | displayQuantity
            {%s,'displayQuantity':1}                | INVALID_FIELD  | displayQuantity
            {%s,'expireTime':'1763700000001'}       | INVALID_FIELD  | expireTime
            {%s,'expireTime':1763700000001.5}       | INVALID_FIELD  | expireTime
            {%s,'expireTime':1e15}                  | INVALID_FIELD  | expireTime
            {%s,'expireTime':12345678901234567890}  | INVALID_FIELD  | expireTime
            {%s,'expireTime':5}                     | INVALID_FIELD  | expireTime
            {%s,'selfTradePrevention':'EXPIRE'}     | INVALID_FIELD  | selfTradePrevention
            {%s,'selfTradePrevention':1}            | INVALID_FIELD  | selfTradePrevention
            {}                                      | MISSING_FIELD  | symbol
            """)
    void faults(String body, String code, String field) {
        assertThat(OrderParser.one(json(body), NOW)).isInstanceOfSatisfying(Checked.Refused.class, refused -> {
            Fault fault = refused.fault();
            assertThat(fault.code().name()).isEqualTo(code);
            assertThat(fault.field()).isEqualTo(field);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "null", "[]", "'x'", "1", "{", "{%s", "{%s}}", "{%s}{}", "{%s} x", "{%s,}", "{symbol:'A'}", "{'price':NaN}", "{'price':.5}",
        "{'price':01}", "{'symbol':'\u0001'}", "{'symbol':'A' 'side'}", "{'a':[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]}", "/**/{%s}"
    })
    void notJson(String body) {
        ApiException failure = catchThrowableOfType(ApiException.class, () -> OrderParser.one(json(body), NOW));
        assertThat(failure).isNotNull();
        assertThat(failure.problem().code().name()).isEqualTo("MALFORMED_JSON");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "[{%s}]", "'x'", "1", "true"})
    void whatIsNoObjectIsToldThatItMustBeOne(String body) {
        ApiException failure = catchThrowableOfType(ApiException.class, () -> OrderParser.one(json(body), NOW));
        assertThat(failure.problem().detail()).isEqualTo("the body must be a JSON object");
    }

    @Test
    void bytesThatAreNotUtf8AreNotJson() {
        String good = new String(json("{%s}"), StandardCharsets.UTF_8);
        List<byte[]> bodies = List.of(
                new byte[]{'{', '"', (byte) 0xC3, (byte) 0x28, '"', ':', '1', '}'},
                // The A in more bytes than it needs: another symbol for whoever reads it otherwise.
                good.replace("A", "\u00C1\u0081").getBytes(StandardCharsets.ISO_8859_1),
                good.getBytes(StandardCharsets.UTF_16BE), good.getBytes(StandardCharsets.UTF_16LE),
                good.getBytes(Charset.forName("UTF-32")));
        for (byte[] body : bodies) {
            ApiException failure = catchThrowableOfType(ApiException.class, () -> OrderParser.one(body, NOW));
            assertThat(failure.problem().code().name()).isEqualTo("MALFORMED_JSON");
            assertThat(failure.problem().detail()).isEqualTo("the body is not UTF-8");
        }
    }

    @Test
    void theFieldThatCannotBeReadIsNamed() {
        ApiException failure = catchThrowableOfType(ApiException.class, () -> OrderParser.one(json("{'symbol':'A','quantity':NaN}"), NOW));
        assertThat(failure.problem().field()).isEqualTo("quantity");
    }

    @Test
    void eachOrderOfABatchStandsAlone() {
        List<Checked<OrderRequest>> batch = OrderParser.batch(json("{'orders':[{%s},7,{'symbol':'A','x':[{}]},[1,[2]],{%s}]}"), NOW);
        assertThat(batch).extracting(Checked::getClass).extracting(Class::getSimpleName)
                .containsExactly("Valid", "Refused", "Refused", "Refused", "Valid");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {}                         | MISSING_FIELD  | orders
            {'orders':[]}              | INVALID_FIELD  | orders
            {'orders':{}}              | INVALID_FIELD  | orders
            {'orders':null}            | MISSING_FIELD  | orders
            {'orders':[{%s}],'x':1}    | UNKNOWN_FIELD  | x
            {'orders':[{}],'orders':[]}| MALFORMED_JSON | orders
            """)
    void notABatch(String body, String code, String field) {
        ApiException failure = catchThrowableOfType(ApiException.class, () -> OrderParser.batch(json(body), NOW));
        assertThat(failure.problem().code().name()).isEqualTo(code);
        assertThat(failure.problem().field()).isEqualTo(field);
    }

    @Test
    void aBatchHasALimit() {
        String full = "{'orders':[" + "{},".repeat(OrderParser.MAX_BATCH - 1) + "{}]}";
        assertThat(OrderParser.batch(json(full), NOW)).hasSize(OrderParser.MAX_BATCH);
        ApiException failure = catchThrowableOfType(ApiException.class, () -> OrderParser.batch(json(full.replace("[", "[{},")), NOW));
        assertThat(failure.problem().field()).isEqualTo("orders");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {}                               | MISSING_FIELD  | quantity
            {'quantity':1}                   | INVALID_FIELD  | quantity
            {'quantity':null,'price':null}   | MISSING_FIELD  | quantity
            {'quantity':'1','symbol':'A'}    | UNKNOWN_FIELD  | symbol
            {'quantity':'1','quantity':'2'}  | MALFORMED_JSON | quantity
            {'price':'0'}                    | INVALID_FIELD  | price
            """)
    void notAnAmendment(String body, String code, String field) {
        assertThat(OrderParser.amendment(json(body))).isInstanceOfSatisfying(Checked.Refused.class, refused -> {
            assertThat(refused.fault().code().name()).isEqualTo(code);
            assertThat(refused.fault().field()).isEqualTo(field);
        });
    }

    private static byte[] json(String text) {
        return text.replace("%s", GOOD).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
