import { packFrames } from "../formats/codec-frames.ts";
import { MountEncoder } from "../audio/mount-encoder.ts";
import { MIX_FRAME_SAMPLES, type StereoSound } from "../audio/pcm-format.ts";
import type { StreamFormat } from "../formats/stream-formats.ts";
import { BlockWriter, type FrameLabel } from "./block-writer.ts";
import type { BlockHeader } from "./engine-protocol.ts";
import { FrameGrid } from "./frame-grid.ts";

/** The next MIX_FRAME_SAMPLES of the programme, limited. */
export interface MixedFrame {
  /** Counts from 0 in each run of the engine. */
  readonly index: number;
  readonly label: FrameLabel;
  readonly sound: StereoSound;
}

export type SendBlock = (header: BlockHeader, bytes: Buffer) => void;

/** One of the engine's mounts: its encoder, and the positions of its frames. Owns native memory until `close`. */
export class EngineMount {
  readonly format: StreamFormat;
  readonly #startSamples: number;
  readonly #fedFromSamples: number;
  readonly #encoder: MountEncoder;
  readonly #grid: FrameGrid;
  readonly #writer: BlockWriter;

  /**
   * @param startSamples programme position of its first sample
   * @param fedFromSamples the first mixed sample it gets
   * @throws EncodeError, ResampleError when the format is not supported
   */
  constructor({
    format,
    startSamples,
    fedFromSamples,
    send,
  }: {
    readonly format: StreamFormat;
    readonly startSamples: number;
    readonly fedFromSamples: number;
    readonly send: SendBlock;
  }) {
    this.format = format;
    this.#startSamples = startSamples;
    this.#fedFromSamples = fedFromSamples;
    this.#encoder = new MountEncoder(format);
    this.#grid = new FrameGrid(format, fedFromSamples);
    this.#writer = new BlockWriter({
      format,
      startSamples,
      firstMixedFrame: Math.floor(fedFromSamples / MIX_FRAME_SAMPLES),
      grid: this.#grid,
      send: (header, frames) => send(header, packFrames(format.codec, frames)),
    });
  }

  /** Programme position after the last block sent. */
  get sentUntilSamples(): number {
    return this.#writer.sentUntilSamples;
  }

  /** Programme position from which that mixed frame's label applies. */
  positionOfLabel(mixedFrame: number): number {
    return this.#startSamples + this.#grid.startOfLabel(mixedFrame);
  }

  add({ index, label, sound }: MixedFrame): void {
    const skipped = Math.max(0, this.#fedFromSamples - index * MIX_FRAME_SAMPLES);
    if (skipped >= MIX_FRAME_SAMPLES) return;
    const { left, right } = sound;
    const fed =
      skipped === 0 ? sound : { left: left.subarray(skipped), right: right.subarray(skipped) };
    this.#writer.add(label, this.#encoder.encode(fed));
  }

  /** Sends what is already encoded, and ends. */
  close(): void {
    this.#writer.flush();
    this.#encoder.close();
  }
}
