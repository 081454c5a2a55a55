import { access, readdir } from "node:fs/promises";
import { constants } from "node:fs";
import path from "node:path";
import { setTimeout as rest } from "node:timers/promises";

/** A folder that can't be listed within this time is away: a network share may hang for minutes. */
const CHECK_LIMIT_MS = 2000;
const TRY_EVERY_MS = 10_000;
const MAX_WAIT_MS = 10 * 60_000;

interface WaitingEntry {
  readonly folder: string;
  /** When it first waited, and until when it waits; in ms, by a monotonic clock. */
  readonly sinceMs: number;
  readonly untilMs: number;
}

/**
 * `away`: it waits, as the first one for that folder. `still-away`: it waits, and so does another one, or it waited
 * before.
 */
type WaitOutcome = "away" | "still-away" | "over";

/**
 * [P109] Entries of the queue waiting for their file's folder: a network share that is away, or an unmounted disk, must
 * not use up what people asked for.
 */
export class WaitingEntries {
  readonly #isAway: (file: string) => Promise<boolean>;
  readonly #onOver: () => void;
  readonly #waiting = new Map<string, WaitingEntry>();
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param isAway whether the folder of that file is away
   * @param onOver called when entries that waited may be tried again
   */
  constructor(isAway: (file: string) => Promise<boolean>, onOver: () => void) {
    this.#isAway = isAway;
    this.#onOver = onOver;
  }

  /** Whether to leave the entry alone now. */
  has(entryId: string): boolean {
    const entry = this.#waiting.get(entryId);
    return entry !== undefined && entry.untilMs > performance.now();
  }

  /**
   * The entry's file was missing. Leaves it alone until the reason is known.
   * @returns whether it waits; after ten minutes it no longer does: `over`
   */
  async wait(entryId: string, file: string): Promise<WaitOutcome> {
    const folder = path.dirname(file);
    const before = this.#waiting.get(entryId);
    const sinceMs = before?.sinceMs ?? performance.now();
    const isNews = before === undefined && !this.#isWaitedFor(folder);
    this.#waiting.set(entryId, { folder, sinceMs, untilMs: Number.POSITIVE_INFINITY });
    const isAway = await this.#isAway(file);
    const nowMs = performance.now();
    if (!isAway || nowMs - sinceMs >= MAX_WAIT_MS) {
      this.#waiting.delete(entryId);
      return "over";
    }
    this.#waiting.set(entryId, { folder, sinceMs, untilMs: nowMs + TRY_EVERY_MS });
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#onOver();
    }, TRY_EVERY_MS + 1);
    return isNews ? "away" : "still-away";
  }

  #isWaitedFor(folder: string): boolean {
    const nowMs = performance.now();
    return [...this.#waiting.values()].some(
      (entry) => entry.folder === folder && entry.untilMs > nowMs,
    );
  }

  /** Forgets entries that are no longer in the queue. */
  keepOnly(entryIds: ReadonlySet<string>): void {
    for (const entryId of this.#waiting.keys())
      if (!entryIds.has(entryId)) this.#waiting.delete(entryId);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/**
 * Whether the folder of an unreadable file is missing, empty (like the mount point of an unmounted disk) or hanging; or
 * was until now, since the file has become readable.
 */
export async function isFolderAway(file: string): Promise<boolean> {
  return await Promise.race([look(file), rest(CHECK_LIMIT_MS, true, { ref: false })]);
}

async function look(file: string): Promise<boolean> {
  try {
    if ((await readdir(path.dirname(file))).length === 0) return true;
  } catch {
    return true;
  }
  return await access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
}
