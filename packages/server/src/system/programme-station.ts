import type { Clock, Holiday, ProgrammeFile, ScheduleEntry } from "@neonrelay/contract";
import type { Connection } from "../database/database.ts";
import { foldText } from "../library/track-rules.ts";
import { findCandidates } from "../playlists/files/candidate-store.ts";
import { searchFor } from "../playlists/files/match-rules.ts";
import {
  musicRoots,
  sortEntries,
  type PlaylistFileParts,
} from "../playlists/files/playlist-file-actions.ts";
import { listStoredPlaylists, type StoredPlaylist } from "../playlists/playlist-store.ts";
import { listClocks } from "../schedule/clock-store.ts";
import { listHolidays } from "../schedule/holiday-store.ts";
import { listEntries, type EntryContent } from "../schedule/entry-store.ts";
import { findPossibleHosts, listShows, type StoredShow } from "../schedule/show-store.ts";

/** The parts of the station's programme, by folded name. */
export interface StationProgramme {
  readonly playlists: ReadonlyMap<string, StoredPlaylist>;
  readonly clocks: ReadonlyMap<string, Clock>;
  readonly shows: ReadonlyMap<string, StoredShow>;
  readonly slugs: ReadonlySet<string>;
  /** Ids of accounts that may broadcast, by lower-case user name. */
  readonly hosts: ReadonlyMap<string, string>;
  /** By {@link keyOfHoliday}. */
  readonly holidays: ReadonlyMap<string, Holiday>;
  /** Exceeds the size of the map when two have the same key. */
  readonly holidayCount: number;
  readonly entryCount: number;
  /** Returns the entry with the same content, start and rule, each once. */
  takeEntry(wanted: EntryContent): ScheduleEntry | undefined;
}

/** The file's tracks that the library has. */
export interface FoundTracks {
  /** For each playlist. */
  readonly ofPlaylists: readonly {
    readonly trackIds: readonly string[];
    readonly lost: readonly string[];
  }[];
  /** Of slots, by the file's ids. */
  readonly fixed: ReadonlyMap<string, string>;
}

export async function listStation(transaction: Connection): Promise<StationProgramme> {
  const shows = await listShows(transaction);
  const entries = await listEntries(transaction);
  const holidays = await listHolidays(transaction);
  const untaken = Map.groupBy(entries, keyOfEntry);
  return {
    playlists: byName(await listStoredPlaylists(transaction)),
    clocks: byName(await listClocks(transaction)),
    shows: byName(shows),
    slugs: new Set(shows.map(({ slug }) => slug)),
    hosts: await findPossibleHosts(transaction),
    holidays: new Map(holidays.map((holiday) => [keyOfHoliday(holiday), holiday])),
    holidayCount: holidays.length,
    entryCount: entries.length,
    takeEntry: (wanted) => untaken.get(keyOfEntry(wanted))?.shift(),
  };
}

export async function findFileTracks(
  parts: PlaylistFileParts,
  file: ProgrammeFile,
): Promise<FoundTracks> {
  const roots = await musicRoots(parts);
  const ofPlaylists = [];
  for (const { tracks = [] } of file.playlists) {
    const entries = tracks.map(({ path, ...said }) => ({ location: path, ...said }));
    const { trackIds, leftOut } = await sortEntries(parts, { entries, roots });
    const lost = leftOut.map(({ text }) => text);
    ofPlaylists.push({ trackIds, lost });
  }
  const searches = file.tracks.map(({ id: _id, path, ...said }) =>
    searchFor({ location: path, ...said }, roots),
  );
  const candidates = await findCandidates(parts.database.connection, searches);
  const fixed = new Map<string, string>();
  for (const [index, search] of searches.entries()) {
    const match = candidates.match(search);
    const id = file.tracks[index]?.id;
    if (id !== undefined && match.kind === "found") fixed.set(id, match.track.id);
  }
  return { ofPlaylists, fixed };
}

export function keyOfHoliday({ date, name }: Pick<Holiday, "date" | "name">): string {
  return `${name}, ${date}`;
}

function byName<Named extends { readonly name: string }>(
  all: readonly Named[],
): ReadonlyMap<string, Named> {
  return new Map(all.map((each) => [foldText(each.name), each]));
}

function keyOfEntry({ what, startsAt, repeat }: EntryContent): string {
  return JSON.stringify([what.kind === "show" ? what.showId : what.clockId, startsAt, repeat]);
}
