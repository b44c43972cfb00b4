// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnsafeByteOperations;
import io.outcry.contracts.v1.SnapshotAdvance;
import io.outcry.contracts.v1.SnapshotChunk;
import io.outcry.contracts.v1.SnapshotEnd;
import io.outcry.contracts.v1.SnapshotManifest;
import io.outcry.contracts.v1.SnapshotPosition;
import io.outcry.contracts.v1.SnapshotRecord;
import io.outcry.contracts.v1.SnapshotSize;
import io.outcry.matching.domain.StateSize;
import java.io.IOException;
import java.util.Optional;

/** Records of {@code book.snapshots.v1} to bytes and back. */
public final class SnapshotCodec {

    private SnapshotCodec() {}

    public static byte[] encode(SnapshotEntry entry) {
        SnapshotRecord.Builder wire = SnapshotRecord.newBuilder().setSnapshotId(entry.snapshotId());
        switch (entry) {
            case SnapshotEntry.Manifest manifest -> wire.setManifest(manifest(manifest));
            case SnapshotEntry.Chunk chunk -> wire.setChunk(SnapshotChunk.newBuilder()
                    .setIndex(chunk.index())
                    .setCrc(chunk.crc())
                    .setState(UnsafeByteOperations.unsafeWrap(chunk.state())));
            case SnapshotEntry.End end -> wire.setEnd(SnapshotEnd.newBuilder()
                    .setManifest(manifest(end.manifest()))
                    .setManifestOffset(end.manifestOffset())
                    .setChunks(end.chunks())
                    .setBytes(end.bytes())
                    .setStateHash(UnsafeByteOperations.unsafeWrap(end.stateHash()))
                    .addAllKeptManifestOffsets(end.kept())
                    .setSize(size(end.size())));
            case SnapshotEntry.Advance advance -> wire.setAdvance(SnapshotAdvance.newBuilder()
                    .setEndOffset(advance.endOffset())
                    .setFormatVersion(advance.formatVersion())
                    .setPosition(position(advance.point())));
        }
        return wire.build().toByteArray();
    }

    /** The record; empty if the bytes are none that this version knows. */
    public static Optional<SnapshotEntry> decode(byte[] value) {
        try {
            // A chunk is large: it is copied once, out of the record, and not twice.
            CodedInputStream input = UnsafeByteOperations.unsafeWrap(value).newCodedInput();
            input.enableAliasing(true);
            SnapshotRecord wire = SnapshotRecord.parseFrom(input);
            input.checkLastTagWas(0);
            long id = wire.getSnapshotId();
            return switch (wire.getBodyCase()) {
                case MANIFEST -> Optional.of(manifest(id, wire.getManifest()));
                case CHUNK -> Optional.of(new SnapshotEntry.Chunk(
                        id, wire.getChunk().getIndex(), wire.getChunk().getCrc(), wire.getChunk().getState().toByteArray()));
                case END -> Optional.of(end(id, wire.getEnd()));
                case ADVANCE -> Optional.of(new SnapshotEntry.Advance(
                        id, wire.getAdvance().getFormatVersion(), wire.getAdvance().getEndOffset(),
                        point(wire.getAdvance().getPosition())));
                case BODY_NOT_SET -> Optional.empty();
            };
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static SnapshotManifest manifest(SnapshotEntry.Manifest manifest) {
        return SnapshotManifest.newBuilder()
                .setFormatVersion(manifest.formatVersion())
                .setPartition(manifest.partition())
                .setPosition(position(manifest.point()))
                .build();
    }

    private static SnapshotEntry.Manifest manifest(long id, SnapshotManifest wire) {
        return new SnapshotEntry.Manifest(id, wire.getFormatVersion(), wire.getPartition(), point(wire.getPosition()));
    }

    private static SnapshotEntry.End end(long id, SnapshotEnd wire) {
        return new SnapshotEntry.End(
                manifest(id, wire.getManifest()),
                wire.getManifestOffset(),
                wire.getChunks(),
                wire.getBytes(),
                wire.getStateHash().toByteArray(),
                wire.getKeptManifestOffsetsList(),
                size(wire.getSize()));
    }

    private static SnapshotSize size(StateSize size) {
        return SnapshotSize.newBuilder()
                .setOrders(size.orders())
                .setLevels(size.levels())
                .setNamed(size.named())
                .setPlacements(size.placements())
                .build();
    }

    private static StateSize size(SnapshotSize wire) {
        return new StateSize(wire.getOrders(), wire.getLevels(), wire.getNamed(), wire.getPlacements());
    }

    private static SnapshotPosition position(SnapshotPoint point) {
        return SnapshotPosition.newBuilder()
                .setNextOffset(point.nextOffset())
                .setSequence(point.sequence())
                .setTimeUs(point.timeUs())
                .setEngineVersion(point.engineVersion())
                .setChain(point.chain())
                .build();
    }

    private static SnapshotPoint point(SnapshotPosition wire) {
        return new SnapshotPoint(
                wire.getNextOffset(), wire.getSequence(), wire.getTimeUs(), wire.getEngineVersion(), wire.getChain());
    }
}
