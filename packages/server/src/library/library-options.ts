import type { Logger } from "@neonrelay/process/log";
import type { ServerConfig } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";
import type { Settings } from "../settings/settings.ts";
import type { MoveBelongings } from "./moved-track-store.ts";
import type { MediaRun } from "../media/media-runner.ts";

export interface LibraryOptions {
  readonly database: Database;
  readonly events: StationEvents;
  readonly config: Pick<ServerConfig, "dataDir" | "musicDirs" | "demoMusic">;
  readonly media: Pick<MediaRun, "childUrl" | "fileLimitMs">;
  /** Without these, rules for kinds don't follow renamed folders. */
  readonly settings?: Pick<Settings, "current" | "changeWith">;
  readonly moveBelongings: MoveBelongings;
  readonly log: Logger;
}
