import type { libraryApi } from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import { measureLibrary } from "../database/track-store.ts";
import type { HandlersFor } from "../http/route.ts";

const UNKNOWN_DURATION_MS = 4 * 60_000;

export function libraryHandlers({
  database,
}: {
  readonly database: Database;
}): HandlersFor<typeof libraryApi> {
  return {
    getLibraryStats: () => measureLibrary(database.connection, UNKNOWN_DURATION_MS),
  };
}
