import type { Logger } from "@neonrelay/process/log";
import { EncodeError } from "../audio/frame-encoder.ts";
import { MIX_FRAME_SAMPLES } from "../audio/pcm-format.ts";
import { ResampleError } from "../audio/resampler.ts";
import { isSameFormat, type Codec, type StreamFormat } from "../formats/stream-formats.ts";
import { EngineMount, type MixedFrame, type SendBlock } from "./engine-mount.ts";
import { FrameGrid } from "./frame-grid.ts";

/** Where mixed sound is heard, counted from the engine's start position. */
export interface MixPlacement {
  /** Samples mixed before the one heard there. */
  readonly preRollSamples: number;
  readonly heardAt: (mixedSamples: number) => number;
  /** Position from which that mixed frame's label applies. */
  readonly startOfLabel: (mixedFrame: number) => number;
}

/** A mount, and the programme position of its first sample. */
interface StartingMount extends StreamFormat {
  readonly startSamples: number;
}

/**
 * The mounts encoded from one mix. Each starts exactly where on-air's ring for it ends. Mounts can be opened and closed
 * on the running programme without affecting the others.
 */
export class Outputs implements MixPlacement {
  readonly preRollSamples: number;
  readonly #positionSamples: number;
  readonly #send: SendBlock;
  readonly #log: Logger;
  readonly #mounts = new Map<Codec, EngineMount>();
  #mixedFrames = 0;

  /** @param positionSamples where the programme continues; every mount starts near it */
  constructor({
    positionSamples,
    mounts,
    send,
    log,
  }: {
    readonly positionSamples: number;
    readonly mounts: readonly StartingMount[];
    readonly send: SendBlock;
    readonly log: Logger;
  }) {
    this.#positionSamples = positionSamples;
    this.#send = send;
    this.#log = log;
    const preRolls = mounts.map(
      (mount) => positionSamples - mount.startSamples + new FrameGrid(mount).preRollSamples,
    );
    this.preRollSamples = Math.max(0, ...preRolls);
    for (const { startSamples, ...format } of mounts) this.#open(format, startSamples);
  }

  /** The MP3 mount, which always exists. */
  get #main(): EngineMount | undefined {
    return this.#mounts.get("mp3");
  }

  /** Programme position after the last block sent. */
  get sentUntilSamples(): number {
    return this.#main?.sentUntilSamples ?? this.#positionSamples;
  }

  heardAt(mixedSamples: number): number {
    return mixedSamples - this.preRollSamples;
  }

  startOfLabel(mixedFrame: number): number {
    const heardAt = this.heardAt(mixedFrame * MIX_FRAME_SAMPLES);
    const position = this.#main?.positionOfLabel(mixedFrame);
    return position === undefined ? heardAt : position - this.#positionSamples;
  }

  get formats(): readonly StreamFormat[] {
    return [...this.#mounts.values()].map(({ format }) => format);
  }

  /** @returns the new formats */
  set(formats: readonly StreamFormat[]): readonly StreamFormat[] {
    for (const [codec, mount] of this.#mounts) {
      if (formats.some((format) => isSameFormat(format, mount.format))) continue;
      this.#mounts.delete(codec);
      mount.close();
    }
    const added = formats.filter(({ codec }) => !this.#mounts.has(codec));
    const mixedSamples = this.#mixedFrames * MIX_FRAME_SAMPLES;
    for (const format of added) {
      const heardAt = this.#positionSamples + this.heardAt(mixedSamples);
      this.#open(format, heardAt + new FrameGrid(format).preRollSamples);
    }
    return added.filter(({ codec }) => this.#mounts.has(codec));
  }

  /** Takes the next piece of the programme. */
  add(frame: Omit<MixedFrame, "index">): void {
    for (const mount of this.#mounts.values()) mount.add({ ...frame, index: this.#mixedFrames });
    this.#mixedFrames += 1;
  }

  #open(format: StreamFormat, startSamples: number): void {
    const { preRollSamples } = new FrameGrid(format);
    const heardFrom = startSamples - this.#positionSamples - preRollSamples;
    const fedFromSamples = Math.max(0, heardFrom + this.preRollSamples);
    try {
      const mount = new EngineMount({ format, startSamples, fedFromSamples, send: this.#send });
      this.#mounts.set(format.codec, mount);
    } catch (error) {
      if (!(error instanceof EncodeError) && !(error instanceof ResampleError)) throw error;
      // The others go on; on-air bridges this one.
      this.#log.error({ error, format }, "a mount can't be encoded");
    }
  }
}
