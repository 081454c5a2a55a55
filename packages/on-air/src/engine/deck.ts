import { once } from "node:events";
import {
  MessageChannel,
  receiveMessageOnPort,
  Worker,
  type MessagePort,
} from "node:worker_threads";
import {
  controlWords,
  createDeckMemory,
  deckStatuses,
  likenesses,
  REFILL_SAMPLES,
  type DeckFailure,
  type DeckOrder,
  type DeckSource,
} from "../audio/deck-link.ts";
import { ByteRing } from "../audio/byte-ring.ts";
import { MarkRing } from "../audio/mark-ring.ts";
import { PcmRing, type Segment } from "../audio/pcm-ring.ts";

type DeckStatus = "empty" | "loading" | "reading" | "ended" | "failed";

export const deckReaderUrl = new URL("../audio/deck-reader.ts", import.meta.url);

const statusNames = new Map<number, DeckStatus>([
  [deckStatuses.empty, "empty"],
  [deckStatuses.loading, "loading"],
  [deckStatuses.reading, "reading"],
  [deckStatuses.ended, "ended"],
  [deckStatuses.failed, "failed"],
]);

const likenessNames = new Map<number, keyof typeof likenesses>([
  [likenesses.none, "none"],
  [likenesses.judging, "judging"],
  [likenesses.same, "same"],
  [likenesses.other, "other"],
]);

/** One deck as the clock thread sees it: orders go in, sound comes out of a ring. Nothing here blocks. */
export class Deck {
  readonly name: string;
  /** Its thread starts with its first order rather than at once. */
  readonly isSpare: boolean;
  readonly #control: Int32Array;
  readonly #ring: PcmRing;
  readonly #marks: MarkRing;
  readonly #places: MarkRing;
  readonly #port: MessagePort;
  readonly #startWorker: () => Worker;
  #worker: Worker | undefined;
  #generation = 0;
  #failure: string | undefined;
  /** The feed the thread may be waiting for. */
  #feed: ByteRing | null = null;
  /** The play of the newest order, and that of the newest order the thread has accepted. */
  #orderedPlayId: string | null = null;
  #insidePlayId: string | null = null;

  /** The deck's thread lives until `end` or the end of the process. */
  constructor({
    name,
    reader,
    isSpare = false,
    onDeath,
  }: {
    readonly name: string;
    /** Script of the thread: `deckReaderUrl`. */
    readonly reader: URL;
    /** See the field; false if omitted. */
    readonly isSpare?: boolean;
    readonly onDeath: (cause: unknown) => void;
  }) {
    this.name = name;
    this.isSpare = isSpare;
    const memory = createDeckMemory();
    const channel = new MessageChannel();
    this.#control = new Int32Array(memory.control);
    this.#ring = new PcmRing(memory.ring);
    this.#marks = new MarkRing(memory.marks);
    this.#places = new MarkRing(memory.places);
    this.#port = channel.port1;
    this.#startWorker = () => {
      const worker = new Worker(reader, {
        name: `deck ${name}`,
        workerData: { memory, port: channel.port2 },
        transferList: [channel.port2],
      });
      worker.on("error", onDeath);
      worker.on("exit", () => onDeath(new Error("the deck's thread ended")));
      return worker;
    };
    if (!isSpare) this.#worker = this.#startWorker();
  }

  /** Whether the thread has started. */
  get isUp(): boolean {
    return Atomics.load(this.#control, controlWords.isUp) === 1;
  }

  get status(): DeckStatus {
    if (!this.#isTakenUp) return "loading";
    return statusNames.get(Atomics.load(this.#control, controlWords.status)) ?? "failed";
  }

  /** The reason for the status `failed`, as a sentence. */
  get failure(): string {
    for (;;) {
      const received: { message: DeckFailure } | undefined = receiveMessageOnPort(this.#port);
      if (received === undefined) return this.#failure ?? "The file can't be read";
      if (received.message.generation === this.#generation) this.#failure = received.message.detail;
    }
  }

  /** Samples that can be mixed now. */
  get available(): number {
    return this.#isTakenUp ? this.#ring.available : 0;
  }

  /** How long the newest sound of a feed has been silent. */
  get silentSamples(): number {
    return this.#isTakenUp ? Atomics.load(this.#control, controlWords.silentSamples) : 0;
  }

  /** The feed's mark at the next sample, if it changes there. */
  takeMark(): number | undefined {
    return this.#isTakenUp ? this.#marks.takeUpTo(this.#ring.readSamples) : undefined;
  }

  /** The feed's byte position of the next sample, once that is known more exactly. */
  takePlace(): number | undefined {
    return this.#isTakenUp ? this.#places.takeUpTo(this.#ring.readSamples) : undefined;
  }

  /** Whether no more will come than is available. */
  get isComplete(): boolean {
    const status = this.status;
    return status === "ended" || status === "failed" || status === "empty";
  }

  /** Whether an order is waiting: the thread is busy with an earlier one, or hangs in it. */
  get isWaiting(): boolean {
    return !this.#isTakenUp;
  }

  /** Whether the thread is still opening the last accepted order, even if newer ones wait. */
  get isOpening(): boolean {
    return Atomics.load(this.#control, controlWords.status) === deckStatuses.loading;
  }

  /** Changes whenever the thread accepts an order or makes progress with it. */
  get progress(): number {
    const statuses = Object.keys(deckStatuses).length;
    const status = Atomics.load(this.#control, controlWords.status);
    return Atomics.load(this.#control, controlWords.generation) * statuses + status;
  }

  /** The play whose file keeps the thread busy while an order waits; null if none. */
  get insidePlayId(): string | null {
    return this.#insidePlayId;
  }

  get #isTakenUp(): boolean {
    return Atomics.load(this.#control, controlWords.generation) === this.#generation;
  }

  /** Whether the file was replaced after it was opened, and none of it has been heard yet. */
  get isStale(): boolean {
    const stale = Atomics.load(this.#control, controlWords.stale);
    return this.#isTakenUp && stale === this.#generation;
  }

  /** For a reopened file: whether it is the same sound. */
  get likeness(): keyof typeof likenesses {
    if (!this.#isTakenUp) return "judging";
    return likenessNames.get(Atomics.load(this.#control, controlWords.likeness)) ?? "other";
  }

  /**
   * Opens a source in place of the loaded one, and starts filling the ring.
   * @param isAgain it is the loaded file, which has changed
   */
  load(playId: string, source: DeckSource, { isAgain = false } = {}): void {
    this.#order(source, { playId, isAgain });
  }

  unload(): void {
    this.#order(null, { playId: null, isAgain: false });
  }

  #order(
    load: DeckOrder["load"],
    { playId, isAgain }: { readonly playId: string | null; readonly isAgain: boolean },
  ): void {
    if (load !== null) this.#worker ??= this.#startWorker();
    // The thread may be waiting for a feed's next bytes.
    this.#feed?.close();
    this.#feed = load?.kind === "feed" ? new ByteRing(load.memory) : null;
    if (this.#isTakenUp) this.#insidePlayId = this.#orderedPlayId;
    this.#orderedPlayId = playId;
    this.#generation += 1;
    this.#failure = undefined;
    Atomics.store(this.#control, controlWords.ordered, this.#generation);
    // A port between threads, not a window: it has no target origin.
    this.#port.postMessage({ generation: this.#generation, load, isAgain } satisfies DeckOrder);
    this.#wake();
  }

  #wake(): void {
    Atomics.add(this.#control, controlWords.wake, 1);
    Atomics.notify(this.#control, controlWords.wake);
  }

  /** Adds the next samples to `target`; needs that many `available`. */
  mixInto(target: Float32Array, segment: Segment): void {
    this.#ring.mixInto(target, segment);
    this.#refill();
  }

  /** Discards samples; needs that many `available`. */
  skip(count: number): void {
    this.#ring.skip(count);
    this.#refill();
  }

  #refill(): void {
    if (this.#ring.free >= REFILL_SAMPLES && this.status === "reading") this.#wake();
  }

  /**
   * Ends the thread between two native calls, where that is safe.
   * @returns false when it did not end within `limitMs`
   */
  async end({ limitMs }: { readonly limitMs: number }): Promise<boolean> {
    if (this.#worker === undefined) return true;
    this.#worker.removeAllListeners("exit");
    const ended = once(this.#worker, "exit", { signal: AbortSignal.timeout(limitMs) });
    Atomics.store(this.#control, controlWords.isToEnd, 1);
    this.#feed?.close();
    this.#wake();
    try {
      await ended;
      return true;
    } catch {
      return false; // only the limit aborts this wait
    }
  }
}
