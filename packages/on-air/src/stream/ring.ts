import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import { isSameFormat, type StreamFormat } from "../formats/stream-formats.ts";
import type { StreamTitle } from "./icy.ts";
import { BLOCKS_PER_TURN } from "./listener-rules.ts";

/** A piece of the programme: whole encoded frames, never changed once in the ring. */
export interface StreamBlock {
  readonly bytes: Buffer;
  /** Programme position of the first sample. */
  readonly positionSamples: number;
  readonly samples: number;
  /** Counts from 0 in each ring. */
  readonly sequence: number;
  readonly title: StreamTitle;
  readonly format: StreamFormat;
  /** Bytes to send first to a listener who starts with this block; empty unless the container has headers. */
  readonly prelude: Buffer;
}

/** Consecutive blocks of the same format and title, as one piece. */
export interface Run {
  readonly bytes: Buffer;
  readonly blocks: number;
  readonly title: StreamTitle;
  readonly format: StreamFormat;
}

/** How much of the programme is kept; more than a listener may be behind. */
const KEPT_SAMPLES = 45 * PROGRAMME_RATE_HZ;
/** Browsers read 32 KiB at a time, and start at once with two reads of whole frames. */
const BURST_BYTES = 64 * 1024;
const BURST_SAMPLES = 4 * PROGRAMME_RATE_HZ;
/** At very low bitrates 64 KiB would last minutes: no burst is longer than this. */
const MAX_BURST_SAMPLES = 20 * PROGRAMME_RATE_HZ;

/**
 * The newest part of one mount's programme. Blocks follow each other without a gap; listeners remember the sequence
 * number of the block they need next.
 */
export class Ring {
  readonly #startSamples: number;
  #blocks: StreamBlock[] = [];
  #nextSequence = 0;
  readonly #onAppend = new Set<(block: StreamBlock) => void>();
  #onFirst: () => void = () => {};
  #begunAtMs: number | null = null;
  /** Sequence number of the oldest block a new listener may start with. */
  #oldestOffered = 0;
  /** Runs requested since the newest block came, by their first sequence number. */
  readonly #runs = new Map<number, Run>();

  /** @param startSamples programme position of the first block */
  constructor(startSamples: number) {
    this.#startSamples = startSamples;
  }

  /** Programme position after the newest block, where the next one is expected. */
  get endSamples(): number {
    const newest = this.#blocks.at(-1);
    return newest === undefined ? this.#startSamples : newest.positionSamples + newest.samples;
  }

  /** Wall clock of the first block, in ms; null before that. */
  get begunAtMs(): number | null {
    return this.#begunAtMs;
  }

  /** Sequence number of the next block. */
  get nextSequence(): number {
    return this.#nextSequence;
  }

  get newest(): StreamBlock | undefined {
    return this.#blocks.at(-1);
  }

  /** Calls `listener` after each append. @returns a function that unsubscribes */
  onAppend(listener: (block: StreamBlock) => void): () => void {
    this.#onAppend.add(listener);
    return () => void this.#onAppend.delete(listener);
  }

  /** Calls `listener` once, when the first block is in. */
  onFirst(listener: () => void): void {
    this.#onFirst = listener;
  }

  append(piece: Omit<StreamBlock, "sequence">): StreamBlock {
    const block = { ...piece, sequence: this.#nextSequence };
    this.#nextSequence += 1;
    this.#blocks.push(block);
    this.#runs.clear();
    const oldestKept = this.endSamples - KEPT_SAMPLES;
    const firstKept = this.#blocks.findIndex(
      (kept) => kept.positionSamples + kept.samples > oldestKept,
    );
    if (firstKept > 0) this.#blocks.splice(0, firstKept);
    if (block.sequence === 0) {
      this.#begunAtMs = Date.now();
      this.#onFirst();
    }
    for (const listener of this.#onAppend) listener(block);
    return block;
  }

  /** @returns undefined when the block has left the ring, or has not come yet */
  blockAt(sequence: number): StreamBlock | undefined {
    const oldest = this.#nextSequence - this.#blocks.length;
    return sequence < oldest ? undefined : this.#blocks[sequence - oldest];
  }

  /**
   * Available blocks from a given one on, up to one turn's worth, as a single piece shared by all who need it: writing
   * three at once costs little more than writing one.
   * @param end sequence number of the block to stop before
   * @returns undefined when the block has left the ring, or has not come yet
   */
  runAt(sequence: number, end: number): Run | undefined {
    const known = this.#runs.get(sequence);
    if (known !== undefined && sequence + known.blocks <= end) return known;
    const blocks = this.#alikeFrom(sequence, Math.min(end, sequence + BLOCKS_PER_TURN));
    const [first] = blocks;
    if (first === undefined) return undefined;
    const bytes =
      blocks.length === 1 ? first.bytes : Buffer.concat(blocks.map((each) => each.bytes));
    const run = { bytes, blocks: blocks.length, title: first.title, format: first.format };
    this.#runs.set(sequence, run);
    return run;
  }

  #alikeFrom(sequence: number, end: number): readonly StreamBlock[] {
    const first = this.blockAt(sequence);
    if (first === undefined) return [];
    const blocks = [first];
    for (let next = sequence + 1; next < end; next += 1) {
      const block = this.blockAt(next);
      if (block?.title !== first.title || !isSameFormat(block.format, first.format)) break;
      blocks.push(block);
    }
    return blocks;
  }

  /** From now on new listeners hear nothing older than the newest block. */
  offerNothingOlder(): void {
    this.#oldestOffered = this.#nextSequence;
  }

  /**
   * The block a new listener starts with: 4 s and 64 KiB before the end, as far as the newest block's format goes back.
   */
  burstStart(): StreamBlock | undefined {
    let bytes = 0;
    let samples = 0;
    let start: StreamBlock | undefined;
    for (const block of this.#blocks.toReversed()) {
      if (start !== undefined && block.sequence < this.#oldestOffered) break;
      if (start !== undefined && !isSameFormat(block.format, start.format)) break;
      if (bytes >= BURST_BYTES && samples >= BURST_SAMPLES) break;
      if (start !== undefined && samples + block.samples > MAX_BURST_SAMPLES) break;
      bytes += block.bytes.length;
      samples += block.samples;
      start = block;
    }
    return start;
  }
}
