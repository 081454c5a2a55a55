import type { StreamFormat } from "../formats/stream-formats.ts";
import type { BlockHeader } from "./engine-protocol.ts";
import type { FrameGrid } from "./frame-grid.ts";

/** Label of a mixed frame; see BlockHeader. */
export interface FrameLabel {
  readonly playId: string | null;
  /** Offset of the frame's first sample in the play's file. */
  readonly playOffsetSamples: number;
  readonly isSilentOnPurpose: boolean;
  readonly feed: BlockHeader["feed"];
}

/** Collects a mount's encoded frames into blocks, each with its position and label. */
export class BlockWriter {
  readonly #format: StreamFormat;
  readonly #startSamples: number;
  readonly #grid: FrameGrid;
  readonly #send: (header: BlockHeader, frames: readonly Buffer[]) => void;
  /** Labels that encoded frames may still need, oldest first. */
  readonly #labels: FrameLabel[] = [];
  /** Index of the mixed frame with the oldest label. */
  #firstLabelled: number;
  #encodedFrames = 0;
  #header: BlockHeader | undefined;
  #frames: Buffer[] = [];

  /**
   * @param startSamples programme position of the first frame that is not dropped
   * @param firstMixedFrame the frame of the first label
   */
  constructor({
    format,
    startSamples,
    firstMixedFrame,
    grid,
    send,
  }: {
    readonly format: StreamFormat;
    readonly startSamples: number;
    readonly firstMixedFrame: number;
    readonly grid: FrameGrid;
    readonly send: (header: BlockHeader, frames: readonly Buffer[]) => void;
  }) {
    this.#format = format;
    this.#startSamples = startSamples;
    this.#firstLabelled = firstMixedFrame;
    this.#grid = grid;
    this.#send = send;
  }

  /** Position after the last block sent. */
  get sentUntilSamples(): number {
    return this.#header?.positionSamples ?? this.#position;
  }

  /** Takes the label of the frame just mixed, and the encoded frames it produced. */
  add(label: FrameLabel, encoded: readonly Buffer[]): void {
    this.#labels.push(label);
    for (const bytes of encoded) {
      const frame = this.#encodedFrames;
      if (!this.#grid.isDropped(frame)) this.#addFrame(frame, bytes);
      this.#encodedFrames += 1;
    }
  }

  /** Sends the collected frames. */
  flush(): void {
    if (this.#header !== undefined) this.#flush(this.#header, this.#position);
  }

  /** Position of the next encoded frame. */
  get #position(): number {
    return this.#startSamples + Math.max(0, this.#grid.startOf(this.#encodedFrames));
  }

  #addFrame(frame: number, bytes: Buffer): void {
    const mixedFrame = this.#grid.mixedFrameOf(frame);
    this.#labels.splice(0, mixedFrame - this.#firstLabelled);
    this.#firstLabelled = mixedFrame;
    const label = this.#labels[0];
    if (label === undefined) throw new RangeError(`frame ${frame} was encoded before it was mixed`);
    const header = this.#header;
    if (header !== undefined && !isAlike(header, label)) this.#flush(header, this.#position);
    const offset = label.playOffsetSamples + this.#grid.offsetIn(mixedFrame, frame);
    this.#header ??= {
      ...this.#format,
      positionSamples: this.#position,
      samples: 0,
      playId: label.playId,
      playOffsetSamples: Math.max(0, offset),
      isSilentOnPurpose: label.isSilentOnPurpose,
      feed: label.feed,
    };
    this.#frames.push(bytes);
    if (this.#frames.length === this.#grid.framesPerBlock)
      this.#flush(this.#header, this.#startSamples + this.#grid.startOf(frame + 1));
  }

  #flush(header: BlockHeader, endSamples: number): void {
    this.#send({ ...header, samples: endSamples - header.positionSamples }, this.#frames);
    this.#frames = [];
    this.#header = undefined;
  }
}

/** Whether both belong in one block. */
function isAlike(header: BlockHeader, label: FrameLabel): boolean {
  return (
    header.playId === label.playId &&
    header.isSilentOnPurpose === label.isSilentOnPurpose &&
    header.feed?.mark === label.feed?.mark
  );
}
