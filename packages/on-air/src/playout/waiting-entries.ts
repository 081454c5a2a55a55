import { access, readdir } from "node:fs/promises";
import { constants } from "node:fs";
import path from "node:path";
import { setTimeout as rest } from "node:timers/promises";

/** A folder that can't be listed within this time is away: a share may hang for minutes. */
const LOOK_LIMIT_MS = 2000;
const TRY_EVERY_MS = 10_000;
const LONGEST_MS = 10 * 60_000;

interface WaitingEntry {
  readonly folder: string;
  /** When it waited first, and until when it does; in ms, of a clock that is never set. */
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** `away`: it waits, as the first one for that folder. `still-away`: it waits, and so does another, or it did before. */
type WaitOutcome = "away" | "still-away" | "over";

/**
 * [P109] Entries of the queue that wait for the folder of their file: a share that is away, or a disk that is not
 * mounted, must not use up what people asked for.
 */
export class WaitingEntries {
  readonly #isAway: (file: string) => Promise<boolean>;
  readonly #onOver: () => void;
  readonly #waiting = new Map<string, WaitingEntry>();
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param isAway whether the folder of that file is away
   * @param onOver entries that waited may be tried again
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
   * The entry's file was not there. Leaves it alone until it is known why.
   * @returns whether it waits; it no longer does after ten minutes: `over`
   */
  async wait(entryId: string, file: string): Promise<WaitOutcome> {
    const folder = path.dirname(file);
    const before = this.#waiting.get(entryId);
    const sinceMs = before?.sinceMs ?? performance.now();
    const isNews = before === undefined && !this.#isWaitedFor(folder);
    this.#waiting.set(entryId, { folder, sinceMs, untilMs: Number.POSITIVE_INFINITY });
    const isAway = await this.#isAway(file);
    const nowMs = performance.now();
    if (!isAway || nowMs - sinceMs >= LONGEST_MS) {
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

  /** Those that are in the queue no longer are forgotten. */
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
 * Whether the folder of a file that could not be read is not there, is empty as the place of a disk that is not mounted is,
 * or hangs; or was until now, since the file can be read again.
 */
export async function isFolderAway(file: string): Promise<boolean> {
  return await Promise.race([look(file), rest(LOOK_LIMIT_MS, true, { ref: false })]);
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
