// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling.summary;

import java.util.Locale;

/** A drawing, built shape by shape; lengths are those of the drawing's own grid. */
final class Svg {

    /** Colours that can be told apart, also by most who see fewer. */
    private static final String[] PALETTE = {"#2563eb", "#c2410c", "#047857", "#7c3aed", "#be185d", "#0e7490", "#854d0e", "#475569"};

    /** The colour of words, and of what is not a measurement. */
    static final String INK = "#475569";

    static final String GRID = "#e2e8f0";
    private static final int WIDTH = 760;

    private final StringBuilder shapes = new StringBuilder();

    Svg(int height, String label) {
        shapes.append("<svg viewBox=\"0 0 ").append(WIDTH).append(' ').append(height).append("\" role=\"img\" aria-label=\"")
                .append(escaped(label)).append("\">\n");
    }

    /** The colour of the number-th thing of a drawing. */
    static String colour(int number) {
        return PALETTE[number % PALETTE.length];
    }

    void line(double fromX, double fromY, double toX, double toY, String colour, double width) {
        shapes.append(
                String.format(Locale.ROOT, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>%n",
                        fromX, fromY, toX, toY, colour, width));
    }

    void dot(double x, double y, double radius, String colour, String explanation) {
        shapes.append(String.format(
                Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"><title>%s</title></circle>%n", x, y, radius, colour,
                escaped(explanation)));
    }

    /** @param anchor start, middle or end */
    void text(double x, double y, String anchor, String words) {
        shapes.append(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>%n", x, y, anchor, INK,
                escaped(words)));
    }

    /** @param points {@code "x,y x,y ..."} */
    void polyline(String points, String colour, boolean dashed) {
        shapes.append("<polyline points=\"").append(points).append("\" fill=\"none\" stroke-width=\"1.6\" stroke=\"").append(colour)
                .append(dashed ? "\" stroke-dasharray=\"4 4\" opacity=\"0.6" : "").append("\"/>\n");
    }

    String done() {
        return shapes + "</svg>\n";
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
