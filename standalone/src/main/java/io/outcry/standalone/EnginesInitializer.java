// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import io.outcry.venues.simulated.SimulatedVenuesOptions;
import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * Starts the engines and the simulated venues, and tells the services their addresses.
 *
 * <p>It runs before any bean is made, and what it registers first is destroyed last: services stop while Kafka and Redis still answer.
 */
final class EnginesInitializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final long PRICE_SEED = 23;

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        Binder binder = Binder.get(context.getEnvironment());
        StandaloneProperties properties = binder.bindOrCreate("outcry.standalone", StandaloneProperties.class);
        InstrumentsProperties instruments = binder.bindOrCreate("outcry.standalone", InstrumentsProperties.class);
        DefaultSingletonBeanRegistry beans = (DefaultSingletonBeanRegistry) context.getBeanFactory();
        Map<String, Object> addresses = new HashMap<>();

        Engines engines = Engines.start(properties, Runtime.getRuntime().maxMemory(), () -> closeIfItRuns(context));
        beans.registerSingleton("engines", engines);
        beans.registerDisposableBean("engines", engines::close);
        try {
            startVenues(properties, instruments, beans, addresses);
        } catch (RuntimeException e) {
            // A context that was never begun ends no bean, and Kafka's threads would keep the process.
            engines.close();
            throw e;
        }
        addresses.put("spring.kafka.bootstrap-servers", engines.kafka().bootstrapServers());
        addresses.put("outcry.query.redis-uri", engines.redis().uri());
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("standalone", addresses));
    }

    /**
     * One that is still being started is left as it is: nothing is lost by that, whereas to close it would be to wait until it has started, or
     * to interrupt it somewhere.
     */
    private static void closeIfItRuns(ConfigurableApplicationContext context) {
        if (context.isRunning()) {
            context.close();
        }
    }

    private static void startVenues(
            StandaloneProperties properties, InstrumentsProperties instruments, DefaultSingletonBeanRegistry beans,
            Map<String, Object> addresses) {
        SimulatedVenues venues = SimulatedVenues.start(new SimulatedVenuesOptions(
                "127.0.0.1", Map.of(), properties.controlPort(), PRICE_SEED, instruments.listings()));
        beans.registerSingleton("simulatedVenues", venues);
        beans.registerDisposableBean("simulatedVenues", venues::close);
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            addresses.put("outcry.price.venues." + venue.key() + ".base-url", venues.baseUrl(venue));
            addresses.put("outcry.price.venues." + venue.key() + ".socket-url", venues.socketUrl(venue));
            if (!properties.venues()) {
                venues.stop(venue);
            }
        }
    }
}
