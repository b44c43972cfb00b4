// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import org.springframework.boot.SpringApplication;

/** Starts Outcry on one machine: {@code mvn spring-boot:run}. */
public final class StandaloneApplication {

    private StandaloneApplication() {}

    /** Runs until it is told to stop; arguments are Spring Boot's, such as {@code --server.port=18080}. */
    public static void main(String[] arguments) {
        application().run(arguments);
    }

    static SpringApplication application() {
        SpringApplication application = new SpringApplication(StandaloneConfiguration.class);
        application.addInitializers(new EnginesInitializer());
        // The initializer has its own: Spring's interrupts a start, in the midst of Kafka's clients and server.
        application.setRegisterShutdownHook(false);
        return application;
    }
}
