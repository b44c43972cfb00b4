// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ApiKeys;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Principal;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.position.PositionToken;
import io.outcry.query.domain.OrderCursor;
import io.outcry.query.feed.SymbolPartitions;
import io.outcry.query.view.Held;
import io.outcry.query.view.PartitionReads;
import io.outcry.query.view.StoredOrder;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewReader;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** The account's own orders and positions. Another account's order does not exist. */
final class OrderHandler {

    private static final int DEFAULT_PAGE = 100;
    private static final int MAX_PAGE = 1_000;

    private final ViewReader reader;
    private final SymbolPartitions partitions;
    private final ReadAnswers answers;
    private final ApiKeys keys;

    OrderHandler(ViewReader reader, SymbolPartitions partitions, ReadAnswers answers, ApiKeys keys) {
        this.reader = reader;
        this.partitions = partitions;
        this.answers = answers;
        this.keys = keys;
    }

    /** One order by its id. */
    Mono<ServerResponse> byId(ServerRequest request) {
        String account = account(request);
        long id = LogPosition.parse(request.pathVariable("orderId")).orElseThrow(OrderHandler::notFound);
        ViewPartition partition = new ViewPartition(ViewLog.ORDERS, LogPosition.partition(id));
        if (partition.number() >= partitions.allOrders().size()) {
            throw notFound();
        }
        return answers.readAfter(request).then(Mono.defer(() -> placed(request, partition, id))).flatMap(held -> {
            answers.stamp(request, List.of(held));
            StoredOrder order = held.value().filter(found -> found.account().equals(account)).orElseThrow(OrderHandler::notFound);
            return ReadAnswers.ok(request, order.appendJson(new StringBuilder(512)));
        });
    }

    /**
     * The order with this id. An id is the place of its command in the log: where the view has not come there yet, a client may ask for
     * what it has just placed, so the answer waits until it has.
     */
    private Mono<Held<Optional<StoredOrder>>> placed(ServerRequest request, ViewPartition partition, long id) {
        return order(partition, id).flatMap(held -> partition.log().held(held.position()) >= LogPosition.offset(id)
                ? Mono.just(held)
                : answers.readAfter(request, new PositionToken(List.of(id), List.of()))
                        .onErrorMap(OrderHandler::isNotReached, _ -> notFound())
                        .then(Mono.defer(() -> order(partition, id))));
    }

    private static boolean isNotReached(Throwable failure) {
        return failure instanceof ApiException refused && refused.problem().code() == ErrorCode.POSITION_NOT_REACHED;
    }

    /** The order with this id, or the first one if it is the id of a repeated placement. */
    private Mono<Held<Optional<StoredOrder>>> order(ViewPartition partition, long id) {
        return reader.order(partition, id).flatMap(held -> {
            long first = held.value().map(StoredOrder::repeatOf).orElse(0L);
            return first == 0 ? Mono.just(held) : reader.order(partition, first);
        });
    }

    /** One order by the account's own name for it; if the name was used again on another partition, the newest one that was not refused. */
    Mono<ServerResponse> byClientId(ServerRequest request) {
        String account = account(request);
        String id = Parameters.clientOrderId(request);
        return answers.readAfter(request)
                .then(Mono.defer(() -> PartitionReads.all(partitions.allOrders().stream()
                        .map(partition -> reader.orderByClientId(partition, account, id)).toList())))
                .flatMap(read -> {
                    answers.stamp(request, read);
                    StoredOrder order = read.stream().flatMap(held -> held.value().stream())
                            .max(StoredOrder.FOR_ITS_NAME).orElseThrow(OrderHandler::notFound);
                    return ReadAnswers.ok(request, order.appendJson(new StringBuilder(512)));
                });
    }

    /** A page of orders, newest first. */
    Mono<ServerResponse> list(ServerRequest request) {
        String account = account(request);
        Optional<String> symbol = Parameters.optionalSymbol(request);
        boolean open = isOpenOnly(request);
        int limit = (int) Parameters.number(request, "limit", DEFAULT_PAGE, 1, MAX_PAGE);
        OrderCursor after = Parameters.single(request, "cursor")
                .map(text -> OrderCursor.parse(text).orElseThrow(() -> Parameters.invalid("cursor", "the nextCursor of an earlier page")))
                .orElse(OrderCursor.NEWEST);
        List<ViewPartition> from = symbol.map(name -> List.of(partitions.orders(name))).orElse(partitions.allOrders());
        return answers.readAfter(request)
                .then(Mono.defer(() -> PartitionReads.all(from.stream()
                        .map(partition -> reader.orders(partition, account, symbol.orElse(null), open, after, limit + 1)).toList())))
                .flatMap(read -> {
                    answers.stamp(request, read);
                    return ReadAnswers.ok(request, page(read, limit));
                });
    }

    /** What the account holds of each symbol that it ever traded, by symbol. */
    Mono<ServerResponse> positions(ServerRequest request) {
        String account = account(request);
        return answers.readAfter(request)
                .then(Mono.defer(() -> PartitionReads.all(partitions.allOrders().stream()
                        .map(partition -> reader.holdings(partition, account)).toList())))
                .flatMap(read -> {
                    answers.stamp(request, read);
                    return ReadAnswers.ok(request, read.stream().flatMap(held -> held.value().stream())
                            .sorted(Comparator.comparing(ViewReader.SymbolHolding::symbol))
                            .map(found -> found.holding().json()).collect(Collectors.joining(",", "[", "]")));
                });
    }

    private static StringBuilder page(List<Held<StoredOrder.Page>> read, int limit) {
        StoredOrder.Page found = StoredOrder.Page.ofAll(read);
        List<StoredOrder.Placed> page = found.orders().subList(0, Math.min(limit, found.orders().size()));
        StringBuilder out = new StringBuilder(64 + 512 * page.size()).append("{\"orders\":[");
        String comma = "";
        for (StoredOrder.Placed placed : page) {
            placed.order().appendJson(out.append(comma));
            comma = ",";
        }
        out.append("],\"nextCursor\":");
        Optional<OrderCursor> next = found.orders().size() > limit ? Optional.of(page.getLast().place()) : found.goesOnAfter();
        return next.isPresent() ? out.append('"').append(next.get()).append("\"}") : out.append("null}");
    }

    private static boolean isOpenOnly(ServerRequest request) {
        Optional<String> status = Parameters.single(request, "status");
        if (status.isPresent() && !status.get().equals("OPEN")) {
            throw Parameters.invalid("status", "OPEN, or left out for all");
        }
        return status.isPresent();
    }

    private String account(ServerRequest request) {
        return keys.require(request.headers().firstHeader(HttpHeaders.AUTHORIZATION), Principal.Scope.TRADE).account();
    }

    static ApiException notFound() {
        return new ApiException(ErrorCode.ORDER_NOT_FOUND, "the account has no such order");
    }
}
