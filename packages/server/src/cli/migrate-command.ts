import path from "node:path";
import { readMigrateArguments } from "../moving-in/migrate-arguments.ts";
import { moveIn } from "../moving-in/move-in.ts";
import { isEmptyStation, UnreadableOrigin } from "../moving-in/moved-station.ts";
import { openOriginPlace } from "../moving-in/origin-place.ts";
import { readOrigin } from "../moving-in/read-origin.ts";
import { reportLines } from "../moving-in/report-lines.ts";
import { fail, isFileTrouble, type CommandCall, type CommandParts } from "./command.ts";

const NOTHING_THERE =
  "there are no tracks, playlists, shows, DJs, plays or addresses in it. Check that it is the right station, and that the backup is whole";

/** Imports from another program; without `--yes`, only reports what would be imported. */
export async function migrate(parts: CommandParts, { args, print }: CommandCall): Promise<number> {
  const wanted = readMigrateArguments(args);
  if (wanted.kind === "unclear") return fail(print, wanted.problem);
  const { origin, stationName, isDryRun } = wanted;
  const given = path.resolve(wanted.place);
  const refuse = (reason: string) => fail(print, `Nothing was imported from ${given}: ${reason}`);
  try {
    await using opened = await openOriginPlace(given, { dataDir: parts.dataDir, isDryRun });
    const station = await readOrigin(origin, { place: opened.place, stationName });
    if (isEmptyStation(station)) return refuse(NOTHING_THERE);
    // An Icecast set-up has no music.
    const music = origin === "icecast" ? { folder: null, maps: [] } : await opened.takeMusic();
    const maps = [...wanted.maps, ...music.maps];
    const outcome = await moveIn(
      { ...parts, config: parts },
      { origin, station, musicFolder: music.folder, maps, isDryRun },
    );
    if (outcome.kind === "refused") return refuse(outcome.problem);
    for (const line of reportLines({ origin, station, isDryRun }, outcome.report)) print(line);
    return 0;
  } catch (error) {
    if (!(error instanceof UnreadableOrigin || isFileTrouble(error))) throw error;
    return refuse(error.message);
  }
}
