import { type KindRule, attentionApi } from "@neonrelay/contract";
import type { Database } from "../../database/database.ts";
import type { StationEvents } from "../../events/station-events.ts";
import { feature, type HandlersFor } from "../../http-kit/route.ts";
import { requesterName } from "../../identity/rights-rules.ts";
import type { SystemLog } from "../../logs/system-log.ts";
import type { OnAirLink } from "../../on-air-link/on-air-link.ts";
import { countRefusedFiles, pageRefusedFiles, retryRefusedFiles } from "../refused-file-store.ts";
import { endOf } from "./end-of-path.ts";
import { groupMisread } from "./misread-group-rules.ts";
import { listMisreadTracks } from "./misread-store.ts";
import { quarantineHandlers } from "./quarantine-handlers.ts";
import { countQuarantinedTracks } from "./quarantine-store.ts";
import { acceptTroubles, countTroubles, countUnmeasured, listTroubles } from "./trouble-store.ts";
import { findSettings } from "../../settings/settings-store.ts";
import { matchesRule } from "../kind-rules.ts";
import { listKindClues } from "../kind-rules-store.ts";

/** Maximum tracks examined for one response. */
const MAX_MISREAD = 2000;
const MAX_GROUPS = 30;

export const attentionFeature = feature(attentionApi, attentionHandlers);

/** API of Needs Attention: problems in the library. */
function attentionHandlers({
  database,
  link,
  events,
  systemLog,
}: {
  readonly database: Database;
  readonly link: OnAirLink;
  readonly events: StationEvents;
  readonly systemLog: SystemLog;
}): HandlersFor<typeof attentionApi> {
  const { connection } = database;
  const unusedRules = new UnusedRules(database);
  return {
    listAttention: async ({ query: { trouble, ...page } }) => {
      const rows = await listTroubles(connection, { trouble: trouble ?? null, ...page });
      const counts = await countTroubles(connection);
      const all = Object.values(counts).reduce((sum, number) => sum + number, -counts.misread);
      return {
        tracks: rows.map(({ path, ...row }) => ({ ...row, file: endOf(path) })),
        total: trouble === undefined ? all : counts[trouble],
        counts,
        refused: await countRefusedFiles(connection),
        quarantined: await countQuarantinedTracks(connection, link.status?.quarantined ?? []),
        unmeasured: await countUnmeasured(connection),
        unusedRules: (await unusedRules.list()).flatMap(({ by, value }) =>
          by === "tag" ? [] : [{ by, value }],
        ),
      };
    },
    acceptTroubles: async ({ body: { troubles, isFine } }, { caller }) => {
      const acceptedBy = isFine ? requesterName(caller) : null;
      const changed = await acceptTroubles(connection, { troubles, acceptedBy });
      systemLog.recordOperatorAction({
        who: caller,
        action: isFine ? "accepted troubles of tracks" : "reopened accepted troubles of tracks",
        details: { troubles: changed },
      });
      return { changed };
    },
    listMisread: async () => {
      const rows = await listMisreadTracks(connection, MAX_MISREAD);
      const groups = groupMisread(rows).slice(0, MAX_GROUPS);
      return {
        groups: groups.map((group) => ({ ...group, folder: endOf(group.folder, 1) })),
        total: (await countTroubles(connection)).misread,
      };
    },
    ...quarantineHandlers({ connection, link, systemLog }),
    listRefusedFiles: async ({ query }) => {
      const files = await pageRefusedFiles(connection, query);
      return {
        files: files.map(({ path, refusedAt, ...file }) => ({
          ...file,
          file: endOf(path),
          refusedAt: refusedAt.toISOString(),
        })),
        total: await countRefusedFiles(connection),
      };
    },
    retryRefusedFiles: async ({ body: { ids } }, { caller }) => {
      const retried = await retryRefusedFiles(connection, ids ?? null);
      if (retried === 0) return { retried };
      systemLog.recordOperatorAction({
        who: caller,
        action: "retried refused files",
        details: { files: retried },
      });
      events.publish({ type: "files.retried" });
      return { retried };
    },
  };
}

/** Scanning a large library takes a while, and the result rarely changes. */
const HOLDS_MS = 60_000;

/**
 * Rules for kinds that name a folder or a genre but match no track: it may have been renamed. Rules for a tag are not
 * listed, since they wait for files that have it.
 */
class UnusedRules {
  readonly #database: Database;
  #found: Promise<readonly KindRule[]> | null = null;
  #rules = "";
  #atMs = -Infinity;

  constructor(database: Database) {
    this.#database = database;
  }

  /** At most a minute old. */
  async list(): Promise<readonly KindRule[]> {
    const all = (await findSettings(this.#database.connection))?.kindRules ?? [];
    const rules = all.filter(({ by }) => by !== "tag");
    const text = JSON.stringify(rules);
    const nowMs = performance.now();
    if (this.#found === null || this.#rules !== text || nowMs - this.#atMs > HOLDS_MS) {
      this.#rules = text;
      this.#atMs = nowMs;
      this.#found = this.#findRules(rules);
    }
    const found = this.#found;
    try {
      return await found;
    } catch (error) {
      // The database is down: the next call tries again.
      if (this.#found === found) this.#found = null;
      throw error;
    }
  }

  async #findRules(rules: readonly KindRule[]): Promise<readonly KindRule[]> {
    let unused = rules;
    for await (const clues of listKindClues(this.#database.connection, { isPresent: true })) {
      if (unused.length === 0) break;
      unused = unused.filter((rule) => !clues.some((track) => matchesRule(rule, track)));
    }
    return unused;
  }
}
