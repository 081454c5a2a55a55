import { createLog } from "@neonrelay/process/log";
import type { TestServer } from "./test-server.ts";
import { Library } from "../library/library.ts";
import { mediaDefaults } from "../media/media-runner.ts";
import { testMedia } from "../media/test-media.ts";
import { moveBelongings } from "../track-copies/belongings-store.ts";

/** The library of a station that only reads its own data folder. The caller closes it. */
export function createOwnLibrary(
  { database, events, dataDir }: TestServer,
  media: typeof testMedia = mediaDefaults,
): Library {
  return new Library({
    database,
    events,
    config: { dataDir, musicDirs: [], demoMusic: false },
    media,
    moveBelongings,
    log: createLog({ part: "test", level: "silent" }),
  });
}

/** Reads a folder into that library, by default with the media child that accepts everything. */
export async function importOwnFolder(
  server: TestServer,
  { folder, media = testMedia }: { readonly folder: string; readonly media?: typeof testMedia },
): Promise<void> {
  const library = createOwnLibrary(server, media);
  await library.importFolder(folder, () => {});
  await library.close();
}
