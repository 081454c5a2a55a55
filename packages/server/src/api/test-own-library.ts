import { createLog } from "@neonrelay/process/log";
import type { TestServer } from "./test-server.ts";
import { Library } from "../library/library.ts";
import { mediaDefaults } from "../media/media-runner.ts";
import { moveBelongings } from "../track-copies/belongings-store.ts";

/** The library of a station that only reads its own data folder. The caller closes it. */
export function createOwnLibrary({ database, events, dataDir }: TestServer): Library {
  return new Library({
    database,
    events,
    config: { dataDir, musicDirs: [], demoMusic: false },
    media: mediaDefaults,
    moveBelongings,
    log: createLog({ part: "test", level: "silent" }),
  });
}
