import type { Logger } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import { lockUntilEnd } from "../database/transaction-locks.ts";
import type { StationEvents } from "../events/station-events.ts";
import { foldText } from "../library/track-rules.ts";
import { countPlaylists, insertPlaylist, type NewStoredPlaylist } from "./playlist-store.ts";

interface DemoProgrammeParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly log: Logger;
}

const music = {
  name: "Music",
  description: "All music of the library.",
  order: "shuffled",
  turn: { kind: "weight", weight: 1 },
  isSeparated: true,
  rule: { kinds: ["music"] },
} as const;
const jingles = {
  name: "Jingles",
  description: "One after every four tracks.",
  order: "shuffled",
  turn: { kind: "every-tracks", tracks: 4 },
  isSeparated: false,
  rule: { kinds: ["jingle"] },
} as const;

/** Creates a small programme on a station with demo tracks, unless it has a playlist. */
export class DemoProgramme {
  readonly #parts: DemoProgrammeParts;
  readonly #unsubscribe: () => void;
  #work: Promise<void> = Promise.resolve();

  constructor(parts: DemoProgrammeParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.events.subscribe((event) => {
      if (event.type === "demo.created") this.#work = this.#work.then(() => this.#setUp());
    });
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    await this.#work;
  }

  async #setUp(): Promise<void> {
    const { database, events, log } = this.#parts;
    try {
      const isMade = await database.transaction(async (transaction) => {
        await lockUntilEnd(transaction, "playlists");
        if ((await countPlaylists(transaction)) > 0) return false;
        for (const playlist of [music, jingles])
          await insertPlaylist(transaction, toStored(playlist), { isDemo: true });
        return true;
      });
      if (!isMade) return;
      log.info("created the two playlists of the demo programme");
      events.publish({ type: "playlists.changed" });
    } catch (error) {
      log.error({ error }, "can't create the playlists of the demo programme");
    }
  }
}

function toStored(playlist: typeof music | typeof jingles): NewStoredPlaylist {
  const { rule, ...columns } = playlist;
  const id = randomUUID();
  return { id, nameKey: foldText(playlist.name), ...columns, rule: { kinds: [...rule.kinds] } };
}
