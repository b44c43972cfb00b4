// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

import io.outcry.contracts.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/**
 * The limit: a WebFlux handler on Reactor Netty that writes the body of a request to Kafka as it came, and answers with a constant as long as
 * an order when all replicas have it. It reads nothing, decides nothing and knows nobody.
 */
final class BareOrders {

    private static final byte[] ANSWER =
            ("{\"orderId\":\"281474976720961\",\"clientOrderId\":\"order-1234567\",\"symbol\":\"BTC-USD\",\"side\":\"BUY\",\"type\":\"LIMIT\","
                    + "\"timeInForce\":\"GTC\",\"price\":\"60000.00\",\"quantity\":\"0.50000\",\"status\":\"NEW\",\"executedQuantity\":\"0.00000\","
                    + "\"leavesQuantity\":\"0.50000\",\"cumulativeQuote\":\"0.00\",\"sequence\":1234567,\"transactTime\":1763700000000,"
                    + "\"fills\":[]}").getBytes(StandardCharsets.UTF_8);

    private final Producer<byte[], byte[]> producer;

    private BareOrders(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    /**
     * Starts it; it runs until the process ends.
     *
     * @return its port
     */
    static int start(String bootstrapServers) {
        Map<String, Object> settings = Map.of(
                CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers, ProducerConfig.ACKS_CONFIG, "all",
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true, ProducerConfig.LINGER_MS_CONFIG, 0);
        BareOrders orders = new BareOrders(new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()));
        RouterFunction<ServerResponse> routes = RouterFunctions.route().POST(OrderRequests.ORDERS, orders::write).build();
        DisposableServer server = HttpServer.create().host("127.0.0.1").port(0)
                .handle(new ReactorHttpHandlerAdapter(RouterFunctions.toHttpHandler(routes)))
                .bindNow();
        return server.port();
    }

    private Mono<ServerResponse> write(ServerRequest request) {
        return request.bodyToMono(byte[].class).flatMap(this::written)
                .then(ServerResponse.status(HttpStatus.CREATED).contentType(MediaType.APPLICATION_JSON).bodyValue(ANSWER));
    }

    private Mono<Void> written(byte[] body) {
        return Mono.create(written -> producer.send(new ProducerRecord<>(Topics.ORDER_COMMANDS, body), (_, failure) -> {
            if (failure == null) {
                written.success();
            } else {
                written.error(failure);
            }
        }));
    }
}
