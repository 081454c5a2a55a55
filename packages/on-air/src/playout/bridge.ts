import * as z from "zod";
import {
  ENCODED_FRAME_SAMPLES,
  PROGRAMME_RATE_HZ,
  type EngineEvent,
} from "../engine/engine-protocol.ts";
import { isSameSound, type StreamFormat } from "../stream-formats.ts";
import { silentMp3Frame } from "./mp3-frames.ts";

/** The encoded loop that on-air sends while no engine delivers, as it is kept on disk. */
export const bridgeLoopSchema = z.object({
  bitrateKbps: z.int(),
  // What an older release has kept says nothing of these.
  sampleRateHz: z.int().default(44_100),
  channels: z.int().default(2),
  blocks: z.array(z.object({ samples: z.int().positive(), base64: z.string() })),
});
export type BridgeLoop = z.infer<typeof bridgeLoopSchema>;

export interface BridgeBlock {
  readonly bytes: Buffer;
  readonly samples: number;
}

/** Frames in one block of silence, about 0.26 s; at every rate ten frames last whole samples of the programme. */
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
 * The blocks to repeat while the engine is away. Without a loop of the wanted format, and whenever silence is
 * intended (paused, volume 0), it is silence: a bridge never makes sound that an operator has switched off.
 */
export function bridgeBlocks({
  loop,
  format,
  isSilenceIntended,
}: {
  readonly loop: BridgeLoop | null;
  readonly format: StreamFormat;
  readonly isSilenceIntended: boolean;
}): readonly BridgeBlock[] {
  if (loop === null || !isOfFormat(loop, format) || isSilenceIntended) {
    const frame = silentMp3Frame(format);
    const bytes = Buffer.concat(Array.from({ length: SILENT_BLOCK_FRAMES }, () => frame));
    const samples = SILENT_BLOCK_FRAMES * ENCODED_FRAME_SAMPLES;
    return [{ bytes, samples: Math.round((samples * PROGRAMME_RATE_HZ) / format.sampleRateHz) }];
  }
  return loop.blocks.map((block) => ({
    bytes: Buffer.from(block.base64, "base64"),
    samples: block.samples,
  }));
}

function isOfFormat(loop: BridgeLoop, format: StreamFormat): boolean {
  return isSameSound(loop, format) && loop.bitrateKbps === format.bitrateKbps;
}
