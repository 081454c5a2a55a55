import type { Facet } from "@neonrelay/contract";
import type { Logger } from "@neonrelay/process/log";
import type { Connection, Database } from "../../database/database.ts";
import type { StationEvents } from "../../events/station-events.ts";
import {
  countGroupTracks,
  takeChangedGroups,
  takeCountingLock,
  type Counted,
} from "./group-count-store.ts";
import { keysByFacet, letterOf, nextBatch, restAfter, sortNameOf } from "./group-rules.ts";
import { saveGroups } from "./track-group-store.ts";

interface GroupCounterOptions {
  readonly database: Database;
  readonly events: StationEvents;
  readonly log: Logger;
}

/** Marks of changed groups processed in the first round. */
const FIRST_NOTES = 500;
/** How often changes by other nodes, and changes without an event, are noticed. */
const CHECK_INTERVAL_MS = 10_000;

/** Recounts groups whose tracks have changed. */
export class GroupCounter {
  readonly #options: GroupCounterOptions;
  readonly #unsubscribe: () => void;
  readonly #every: NodeJS.Timeout;
  #resting: NodeJS.Timeout | undefined;
  #work: Promise<void> | null = null;
  #notes = FIRST_NOTES;
  #isWanted = false;
  #isClosed = false;

  constructor(options: GroupCounterOptions) {
    this.#options = options;
    this.#unsubscribe = options.events.subscribe((event) => {
      if (event.type === "library.changed") this.#countSoon();
    });
    this.#every = setInterval(() => this.#countSoon(), CHECK_INTERVAL_MS);
    this.#countSoon();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    clearInterval(this.#every);
    clearTimeout(this.#resting);
    await this.#work;
  }

  #countSoon(): void {
    this.#isWanted = true;
    if (this.#isClosed || this.#work !== null || this.#resting !== undefined) return;
    this.#isWanted = false;
    const begunMs = performance.now();
    this.#work = countChangedGroups(this.#options.database, this.#notes)
      .catch((error: unknown) => {
        if (!this.#isClosed)
          this.#options.log.error(
            { error },
            "can't count the groups of the library; retrying later",
          );
        return false;
      })
      .then((hasMore) => {
        this.#work = null;
        if (this.#isClosed) return;
        if (hasMore) this.#isWanted = true;
        const tookMs = performance.now() - begunMs;
        if (hasMore) this.#notes = nextBatch(this.#notes, tookMs);
        this.#resting = setTimeout(() => {
          this.#resting = undefined;
          if (this.#isWanted) this.#countSoon();
        }, restAfter(tookMs));
      });
  }
}

/** Counts some of the changed groups. @returns whether there may be more */
export async function countChangedGroups(database: Database, notes: number): Promise<boolean> {
  return await database.transaction(async (transaction) => {
    if (!(await takeCountingLock(transaction))) return false;
    const changed = await takeChangedGroups(transaction, notes);
    for (const [facet, keys] of keysByFacet(changed))
      await countAgain(transaction, { facet, keys });
    return changed.length > 0;
  });
}

async function countAgain(
  transaction: Connection,
  { facet, keys }: { readonly facet: Facet; readonly keys: readonly string[] },
): Promise<void> {
  const counted = await countGroupTracks(transaction, { facet, keys });
  await saveGroups(transaction, {
    facet,
    groups: counted.flatMap((group) => toRow(facet, group)),
    emptyKeys: counted.filter(({ tracks }) => tracks === 0).map(({ key }) => key),
  });
}

function toRow(facet: Facet, { art, name, newestAtMs, ...counted }: Counted) {
  if (name === null || newestAtMs === null) return [];
  const newestAt = new Date(newestAtMs);
  const sortName = sortNameOf(name);
  const [artTrackId = null, artworkName = null] = art?.split("/") ?? [];
  const letter = letterOf(sortName);
  return [{ facet, ...counted, name, newestAt, sortName, letter, artTrackId, artworkName }];
}
