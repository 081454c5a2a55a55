import type { Logger } from "@neonrelay/process/log";
import type { ServerConfig } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";
import type { MoveBelongings } from "./moved-track-store.ts";
import type { MediaRun } from "../media/media-runner.ts";

export interface LibraryOptions {
  readonly database: Database;
  readonly events: StationEvents;
  readonly config: Pick<ServerConfig, "dataDir" | "musicDirs" | "demoMusic">;
  readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
  readonly moveBelongings: MoveBelongings;
  readonly log: Logger;
}
