import * as z from "zod";
import { PROGRAMME_FRAME_SAMPLES, type EngineEvent } from "../engine/engine-protocol.ts";
import { silentMp3Frame } from "./mp3-frames.ts";

/** The encoded loop that on-air sends while no engine delivers, as it is kept on disk. */
export const bridgeLoopSchema = z.object({
  bitrateKbps: z.int(),
  blocks: z.array(z.object({ samples: z.int().positive(), base64: z.string() })),
});
export type BridgeLoop = z.infer<typeof bridgeLoopSchema>;

export interface BridgeBlock {
  readonly bytes: Buffer;
  readonly samples: number;
}

/** Frames in one block of silence: 0.26 s. */
const SILENT_BLOCK_FRAMES = 10;
const MAX_LOOP_BYTES = 2 * 1024 * 1024;

/** @returns the loop as it came from the engine; null when it has nothing usable in it */
export function bridgeLoopOf(
  event: Extract<EngineEvent, { readonly kind: "bridge-loop" }>,
): BridgeLoop | null {
  const loop = bridgeLoopSchema.safeParse(event);
  if (!loop.success || loop.data.blocks.length === 0) return null;
  const length = loop.data.blocks.reduce((sum, block) => sum + block.base64.length, 0);
  return length > MAX_LOOP_BYTES ? null : loop.data;
}

/**
 * The blocks to repeat while the engine is away. Without a loop at the wanted bitrate, and whenever silence is
 * intended (paused, volume 0), it is silence: a bridge never makes sound that an operator has switched off.
 */
export function bridgeBlocks({
  loop,
  bitrateKbps,
  isSilenceIntended,
}: {
  readonly loop: BridgeLoop | null;
  readonly bitrateKbps: number;
  readonly isSilenceIntended: boolean;
}): readonly BridgeBlock[] {
  if (loop === null || loop.bitrateKbps !== bitrateKbps || isSilenceIntended) {
    const frame = silentMp3Frame(bitrateKbps);
    const bytes = Buffer.concat(Array.from({ length: SILENT_BLOCK_FRAMES }, () => frame));
    return [{ bytes, samples: SILENT_BLOCK_FRAMES * PROGRAMME_FRAME_SAMPLES }];
  }
  return loop.blocks.map((block) => ({
    bytes: Buffer.from(block.base64, "base64"),
    samples: block.samples,
  }));
}
