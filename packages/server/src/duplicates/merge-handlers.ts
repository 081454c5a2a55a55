import type { duplicatesApi } from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import type { Deletions } from "../deletions/deletions.ts";
import type { StationEvents } from "../events/station-events.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import type { HandlersFor } from "../http-kit/route.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { listMerges } from "./merge-store.ts";
import { undoMerge } from "./merge-undo.ts";

/** Recent merges, which can be undone. */
export function mergeHandlers({
  database,
  events,
  deletions,
  systemLog,
}: {
  readonly database: Database;
  readonly events: StationEvents;
  readonly deletions: Deletions;
  readonly systemLog: SystemLog;
}): Pick<HandlersFor<typeof duplicatesApi>, "listMerges" | "undoMerge"> {
  return {
    listMerges: async () =>
      (await listMerges(database.connection)).map(({ mergedAt, undoneAt, ...merge }) => ({
        ...merge,
        mergedAt: mergedAt.toISOString(),
        isUndone: undoneAt !== null,
      })),
    undoMerge: async ({ params: { id } }, { caller }) => {
      const outcome = await undoMerge({ database, events, deletions }, id);
      switch (outcome.kind) {
        case "undone":
          systemLog.recordOperatorAction({
            who: caller,
            action: "undid a merge of duplicates",
            details: { merge: id, tracks: outcome.tracks },
          });
          return { tracks: outcome.tracks, left: [...outcome.left] };
        case "unknown":
          throw new ApiFailure({ error: "This merge no longer exists", code: "not_found" });
        case "undone-before":
          throw new ApiFailure({ error: "This merge was already undone", code: "conflict" });
        default:
          return outcome satisfies never;
      }
    },
  };
}
