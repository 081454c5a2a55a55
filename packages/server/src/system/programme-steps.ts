import {
  clockShape,
  showShape,
  type ProgrammeChange,
  type ProgrammeFile,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { Connection } from "../database/database.ts";
import { foldText } from "../library/track-rules.ts";
import { insertPlaylist, savePlaylist, type StoredPlaylist } from "../playlists/playlist-store.ts";
import { savePlaylistTracks } from "../playlists/playlist-entry-store.ts";
import { listKeptTracks } from "../playlists/playlist-track-store.ts";
import { insertClock, saveClock } from "../schedule/clock-store.ts";
import { insertHolidays, saveHoliday } from "../schedule/holiday-store.ts";
import { insertEntries, saveEntry } from "../schedule/entry-store.ts";
import { insertShow, saveHosts, saveShow } from "../schedule/show-store.ts";
import { toShow } from "../schedule/show-views.ts";
import { freeSlug } from "../schedule/slug-rules.ts";
import { shapeOfPlaylist } from "./programme-file-actions.ts";
import { keyOfHoliday, type FoundTracks, type StationProgramme } from "./programme-station.ts";

/** A change for one part of the file, applied once all changes are known to be possible. */
export interface Step {
  readonly change: ProgrammeChange;
  /** null: the station already has it. */
  readonly store: ((transaction: Connection) => Promise<void>) | null;
}

const strictClock = z.object(clockShape);
const strictShow = z.object(showShape);

export async function decidePlaylist(
  transaction: Connection,
  {
    playlist: { id: fileId, tracks: _tracks, ...shape },
    station,
    tracks: { trackIds, lost } = { trackIds: [], lost: [] },
  }: {
    readonly playlist: ProgrammeFile["playlists"][number];
    readonly station: StationProgramme;
    readonly tracks: FoundTracks["ofPlaylists"][number] | undefined;
  },
): Promise<Step> {
  const nameKey = foldText(shape.name);
  const before = station.playlists.get(nameKey);
  const id = before?.id ?? fileId ?? randomUUID();
  const change = await playlistChange(transaction, { shape, trackIds, before });
  const columns = { ...shape, nameKey };
  return {
    change: {
      what: "playlist",
      name: shape.name,
      change,
      leftOut: lost.map((track) => `not found in the library: ${track}`),
    },
    store: unless(change === "unchanged", async (connection) => {
      if (before === undefined) await insertPlaylist(connection, { id, ...columns });
      else await savePlaylist(connection, id, columns);
      const [gone] = await savePlaylistTracks(connection, { playlistId: id, trackIds });
      if (gone !== undefined) throw new Error("a track left the library during the import");
    }),
  };
}

async function playlistChange(
  transaction: Connection,
  {
    shape,
    trackIds,
    before,
  }: {
    readonly shape: ReturnType<typeof shapeOfPlaylist>;
    readonly trackIds: readonly string[];
    readonly before: StoredPlaylist | undefined;
  },
): Promise<ProgrammeChange["change"]> {
  if (before === undefined) return "made";
  if (!isDeepStrictEqual(shapeOfPlaylist(before), shape)) return "changed";
  const kept = await listKeptTracks(transaction, before.id);
  const keptIds = kept.map(({ id }) => id);
  return isDeepStrictEqual(keptIds, [...trackIds]) ? "unchanged" : "changed";
}

export function decideClock({
  clock: { id, ...shape },
  station,
  leftOut,
}: {
  readonly clock: ProgrammeFile["clocks"][number];
  readonly station: StationProgramme;
  readonly leftOut: readonly string[];
}): Step {
  const nameKey = foldText(shape.name);
  const before = station.clocks.get(nameKey);
  const change = changeOf(before && strictClock.parse(before), shape);
  return {
    change: { what: "clock", name: shape.name, change, leftOut: [...leftOut] },
    store: unless(change === "unchanged", async (transaction) => {
      if (before === undefined) await insertClock(transaction, { id, ...shape, nameKey });
      else await saveClock(transaction, id, { ...shape, nameKey });
    }),
  };
}

export function decideShow({
  show: { id, slug, ...shape },
  station,
  slugs,
  leftOut,
}: {
  readonly show: ProgrammeFile["shows"][number];
  readonly station: StationProgramme;
  /** Slugs in use; a new show adds its own. */
  readonly slugs: Set<string>;
  readonly leftOut: readonly string[];
}): Step {
  const { hostIds, ...columns } = shape;
  const nameKey = foldText(shape.name);
  const before = station.shows.get(nameKey);
  const change = changeOf(before && strictShow.parse(toShow(before)), shape);
  const newSlug = freeSlug(slugs.has(slug) ? shape.name : slug, slugs);
  if (before === undefined) slugs.add(newSlug);
  return {
    change: { what: "show", name: shape.name, change, leftOut: [...leftOut] },
    store: unless(change === "unchanged", async (transaction) => {
      if (before === undefined)
        await insertShow(transaction, { ...columns, id, nameKey, slug: newSlug });
      else await saveShow(transaction, id, { ...columns, nameKey });
      await saveHosts(transaction, { showId: id, hostIds: [...new Set(hostIds)] });
    }),
  };
}

export function decideEntry({
  entry,
  station,
  names,
}: {
  readonly entry: ProgrammeFile["entries"][number];
  readonly station: StationProgramme;
  readonly names: ReadonlyMap<string, string>;
}): Step {
  const before = station.takeEntry(entry);
  const { what, startsAt } = entry;
  const name = names.get(what.kind === "show" ? what.showId : what.clockId) ?? "";
  const { id: _id, version: _version, ...stored } = before ?? { id: "", version: 0, ...entry };
  const change = changeOf(before && stored, entry);
  return {
    change: { what: "entry", name: `${name}, ${startsAt}`, change, leftOut: [] },
    store: unless(change === "unchanged", async (transaction) => {
      if (before === undefined) await insertEntries(transaction, [{ id: randomUUID(), ...entry }]);
      else await saveEntry(transaction, before.id, entry);
    }),
  };
}

export function decideHoliday(
  holiday: ProgrammeFile["holidays"][number],
  station: StationProgramme,
): Step {
  const name = keyOfHoliday(holiday);
  const before = station.holidays.get(name);
  const { id: _id, version: _version, ...stored } = before ?? { id: "", version: 0, ...holiday };
  const change = changeOf(before && stored, holiday);
  return {
    change: { what: "holiday", name, change, leftOut: [] },
    store: unless(change === "unchanged", async (transaction) => {
      if (before === undefined)
        await insertHolidays(transaction, [{ id: randomUUID(), ...holiday }]);
      else await saveHoliday(transaction, before.id, holiday);
    }),
  };
}

export function namesOf({ clocks, shows }: ProgrammeFile): ReadonlyMap<string, string> {
  return new Map([...clocks, ...shows].map(({ id, name }) => [id, name]));
}

function changeOf(before: unknown, wanted: unknown): ProgrammeChange["change"] {
  if (before === undefined) return "made";
  return isDeepStrictEqual(before, wanted) ? "unchanged" : "changed";
}

function unless(isDone: boolean, store: Step["store"]): Step["store"] {
  return isDone ? null : store;
}
