import { initialSettings, MAX_PLAYLISTS, type NewPlaylist, type SetUp } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { ScheduledBackups } from "../backup/scheduled-backups.ts";
import type { Connection, Database } from "../database/database.ts";
import { lockUntilEnd } from "../database/transaction-locks.ts";
import type { StationEvents } from "../events/station-events.ts";
import type { Caller } from "../identity/rights-rules.ts";
import type { DemoMusic } from "../library/demo-music.ts";
import { foldText } from "../library/track-rules.ts";
import { hasSecurityEvent } from "../logs/log-store.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { PlaylistUses } from "../playlists/playlist-actions.ts";
import {
  countOwnPlaylists,
  deletePlaylist,
  insertPlaylist,
  keepDemoPlaylists,
  listStoredPlaylists,
} from "../playlists/playlist-store.ts";
import { countEntries } from "../schedule/entry-store.ts";
import { addAnswers } from "../settings/settings-rules.ts";
import type { Settings } from "../settings/settings.ts";

export interface SetUpParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly settings: Settings;
  readonly systemLog: SystemLog;
  readonly schedule: PlaylistUses;
  readonly library: { readonly demo: DemoMusic };
  readonly backups: ScheduledBackups;
}

export async function loadSetUp({
  database: { connection },
  settings: { current },
  library,
  backups,
}: SetUpParts): Promise<SetUp> {
  const { stationName, isBrandingOwn, setUpAnswers: answers } = current;
  const hasOwnMusic = await library.demo.hasOtherMusic();
  return {
    isNameChosen:
      stationName !== initialSettings.stationName || isBrandingOwn || answers.includes("name"),
    isTimeZoneChosen: answers.includes("time-zone"),
    hasOwnMusic,
    demoTrackIds: hasOwnMusic ? [...(await library.demo.listTrackIds())] : [],
    isProgrammeChosen: answers.includes("programme") || (await hasOwnProgramme(connection)),
    hasBackup: (await backups.hasAny()) || (await hasSecurityEvent(connection, "backup_taken")),
    isDismissed: answers.includes("dismissed"),
  };
}

/** Including that of a station whose version did not ask yet. */
async function hasOwnProgramme(connection: Connection): Promise<boolean> {
  return (await countOwnPlaylists(connection)) > 0 || (await countEntries(connection)) > 0;
}

/**
 * Replaces the demo's programme; everything else stays, and keeps its name.
 * @returns false, without a change, if the station would have too many playlists
 */
export async function chooseProgramme(
  parts: SetUpParts,
  { playlists, by }: { readonly playlists: readonly NewPlaylist[]; readonly by: Caller },
): Promise<boolean> {
  const isChosen = await parts.settings.changeWith(async (current, transaction) => {
    if (!(await replaceDemo(transaction, parts.schedule, playlists)))
      return { change: null, outcome: false };
    const setUpAnswers = addAnswers(current.setUpAnswers, ["programme"]);
    return { change: { setUpAnswers }, outcome: true };
  });
  if (!isChosen) return false;
  const details = { playlists: playlists.map(({ name }) => name) };
  parts.systemLog.recordOperatorAction({ who: by, action: "chose the programme", details });
  parts.events.publish({ type: "playlists.changed" });
  return true;
}

/** @returns false if there would be too many */
async function replaceDemo(
  transaction: Connection,
  schedule: PlaylistUses,
  playlists: readonly NewPlaylist[],
): Promise<boolean> {
  await lockUntilEnd(transaction, "playlists");
  const stored = await listStoredPlaylists(transaction);
  const wanted = new Map(playlists.map((playlist) => [foldText(playlist.name), playlist]));
  const surplus: string[] = [];
  for (const { id, nameKey, isDemo } of stored) {
    const isWanted = wanted.delete(nameKey);
    if (!isDemo || isWanted) continue;
    if ((await schedule.findPlaylistUses(transaction, id)).length === 0) surplus.push(id);
  }
  if (stored.length - surplus.length + wanted.size > MAX_PLAYLISTS) return false;
  for (const id of surplus) await deletePlaylist(transaction, id);
  for (const [nameKey, playlist] of wanted)
    await insertPlaylist(transaction, { id: randomUUID(), nameKey, ...playlist });
  await keepDemoPlaylists(transaction);
  return true;
}

export async function dismissSetUp({ settings, systemLog }: SetUpParts, by: Caller): Promise<void> {
  await settings.change(({ setUpAnswers }) => ({
    setUpAnswers: addAnswers(setUpAnswers, ["dismissed"]),
  }));
  systemLog.recordOperatorAction({ who: by, action: "dismissed the set-up", details: null });
}
