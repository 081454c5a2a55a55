import { isDeepStrictEqual } from "node:util";
import type { Logger } from "@neonrelay/process/log";
import type { HlsStorage, HlsStorageState, OnAirSettings } from "../protocol/index.ts";
import type { Hls } from "../stream/hls/hls.ts";
import { HlsCopy, type CopyTiming } from "./hls-copy.ts";

interface ToStorageParts {
  /** null: HLS is off. */
  readonly hls: () => Hls | null;
  readonly settings: () => Pick<OnAirSettings, "isStreaming">;
  /** The storage last ordered; null: none. */
  readonly storage: HlsStorage | null;
  /** Identifies this on-air to other copiers; survives restarts. */
  readonly owner: string;
  readonly onStateChanged: () => void;
  readonly timing: CopyTiming;
  readonly random: () => number;
  readonly log: Logger;
}

/** The copy of HLS at a storage, while HLS is on and a storage is wanted. */
export class HlsToStorage {
  readonly #parts: ToStorageParts;
  #wanted: HlsStorage | null;
  #copy: HlsCopy | null = null;
  /** Resolves once earlier copies are removed from the storage, or could not be. */
  #withdrawn: Promise<void> = Promise.resolve();
  #idleSinceMs = Date.now();
  #isClosed = false;

  constructor(parts: ToStorageParts) {
    this.#parts = parts;
    this.#wanted = parts.storage;
  }

  /** null: no storage is wanted. */
  get state(): HlsStorageState | null {
    if (this.#wanted === null) return null;
    if (this.#copy !== null) return this.#copy.state;
    return {
      state: "idle",
      sinceMs: this.#idleSinceMs,
      pushedAtMs: null,
      behindSeconds: 0,
      lostSegments: 0,
      problem: null,
      retryAtMs: null,
    };
  }

  set(storage: HlsStorage | null): void {
    this.#wanted = storage;
    this.follow();
  }

  /** Call when HLS was switched, or the stream started or stopped. */
  follow(): void {
    if (this.#isClosed) return;
    const { hls: hlsNow, settings } = this.#parts;
    const hls = settings().isStreaming ? hlsNow() : null;
    const storage = this.#wanted;
    const before = this.#copy;
    const isSame =
      before === null
        ? hls === null || storage === null
        : before.hls === hls && isDeepStrictEqual(before.place, storage);
    if (!isSame) {
      if (before !== null) this.#withdraw(before);
      this.#copy =
        hls === null || storage === null
          ? null
          : new HlsCopy({ ...this.#parts, hls, storage, after: this.#withdrawn });
      this.#idleSinceMs = Date.now();
    }
    this.#parts.onStateChanged();
  }

  /** The copied files stay: the next on-air continues there. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#copy?.close();
  }

  #withdraw(copy: HlsCopy): void {
    this.#withdrawn = Promise.all([this.#withdrawn, copy.withdraw()]).then(() => {});
  }
}
