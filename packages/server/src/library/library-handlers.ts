import type { libraryApi } from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import { measureLibrary } from "../database/track-store.ts";
import type { HandlersFor } from "../http/route.ts";
import type { StationEvents } from "../station-events.ts";
import { createLibraryFigure } from "./library-figure.ts";

const UNKNOWN_DURATION_MS = 4 * 60_000;

export function libraryHandlers({
  database,
  events,
}: {
  readonly database: Database;
  readonly events: StationEvents;
}): HandlersFor<typeof libraryApi> {
  return {
    getLibraryStats: createLibraryFigure({
      events,
      measure: () => measureLibrary(database.connection, UNKNOWN_DURATION_MS),
      nowMs: () => performance.now(),
    }),
  };
}
