import path from "node:path";
import * as z from "zod";
import type { Logger } from "@neonrelay/process/log";
import type { EngineEvent } from "../engine/engine-protocol.ts";
import { type Codec, codecs, isSameFormat, type StreamFormat } from "../formats/stream-formats.ts";
import { silentBlock } from "./silent-frames.ts";
import { StateFile } from "../state/state-file.ts";

/** The encoded loop that on-air sends while no engine delivers, as kept on disk. */
export const bridgeLoopSchema = z.object({
  bitrateKbps: z.int(),
  // Loops kept by an older release lack these fields.
  codec: z.enum(codecs).default("mp3"),
  sampleRateHz: z.int().default(44_100),
  channels: z.int().default(2),
  blocks: z.array(z.object({ samples: z.int().positive(), base64: z.string() })),
});
export type BridgeLoop = z.infer<typeof bridgeLoopSchema>;

export interface BridgeBlock {
  /** See `packFrames`. */
  readonly bytes: Buffer;
  readonly samples: number;
}

const MAX_LOOP_BYTES = 2 * 1024 * 1024;

/** @returns the loop as received from the engine; null when it has no usable sound */
export function bridgeLoopOf(
  event: Extract<EngineEvent, { readonly kind: "bridge-loop" }>,
): BridgeLoop | null {
  const loop = bridgeLoopSchema.safeParse(event);
  if (!loop.success || loop.data.blocks.length === 0) return null;
  const length = loop.data.blocks.reduce((sum, block) => sum + block.base64.length, 0);
  return length > MAX_LOOP_BYTES ? null : loop.data;
}

/**
 * The blocks to repeat while the engine is away. Silence if there is no loop in the wanted format, and whenever silence
 * is intended (paused, volume 0): a bridge never makes sound that an operator has switched off.
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
  if (loop === null || !isSameFormat(loop, format) || isSilenceIntended)
    return [silentBlock(format)];
  return loop.blocks.map((block) => ({
    bytes: Buffer.from(block.base64, "base64"),
    samples: block.samples,
  }));
}

/** The newest loop of each codec, on disk: a bridge may be needed before any engine is up. */
export class BridgeFiles {
  readonly #files: ReadonlyMap<Codec, StateFile<BridgeLoop>>;

  constructor({ folder, log }: { readonly folder: string; readonly log: Logger }) {
    this.#files = new Map(
      codecs.map((codec) => {
        // The only one had this name in an older release.
        const name = codec === "mp3" ? "bridge-loop.json" : `bridge-loop-${codec}.json`;
        return [codec, new StateFile<BridgeLoop>({ path: path.join(folder, name), log })];
      }),
    );
  }

  load(): readonly BridgeLoop[] {
    return [...this.#files.values()].flatMap((file) => file.load(bridgeLoopSchema) ?? []);
  }

  save(loop: BridgeLoop): void {
    this.#files.get(loop.codec)?.save(loop);
  }

  async flush(): Promise<void> {
    await Promise.all([...this.#files.values()].map(async (file) => file.flush()));
  }
}
