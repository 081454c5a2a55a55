import {
  MAX_PLAYLIST_TRACKS,
  MAX_PLAYLISTS,
  MAX_SCHEDULE_ENTRIES,
  MAX_SHOW_HOSTS,
  MAX_SHOWS,
  programmeFileSchema,
  type ProgrammeFile,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { foldText } from "../library/track-rules.ts";
import { cleanText } from "../playlists/files/file-playlist.ts";
import type { Candidate } from "../playlists/files/match-rules.ts";
import { readEntry } from "../schedule/entry-actions.ts";
import type { LeftBehind, MovedStation, MovedTrack } from "./moved-station.ts";

const LONGEST_NAME = 80;
const LONGEST_TEXT = 4000;
const LONGEST_DESCRIPTION = 300;
const SHORTEST_MINUTES = 5;
const LONGEST_MINUTES = 1440;

interface MovedProgramme {
  readonly file: ProgrammeFile;
  readonly leftBehind: readonly LeftBehind[];
}

type Leave = (what: string, why: string) => void;

/**
 * Converts the origin's playlists, shows and schedule to a programme file.
 * @param found the station's tracks, by the origin's keys
 */
export function programmeOf(
  station: MovedStation,
  found: ReadonlyMap<string, Candidate>,
): MovedProgramme {
  const leftBehind: LeftBehind[] = [];
  const leave: Leave = (what, why) => leftBehind.push({ what, why });
  const playlistIds = idsOf(station.playlists);
  const showIds = idsOf(station.shows);
  const hostIds = new Map(
    station.shows.flatMap(({ hosts }) => hosts).map((username) => [username, randomUUID()]),
  );
  const file = programmeFileSchema.parse({
    format: "neonrelay-programme",
    version: 2,
    settings: station.timeZone === null ? {} : { timeZone: station.timeZone },
    playlists: playlistsOf(station, { found, ids: playlistIds, leave }),
    shows: showsOf(station, { ids: showIds, playlistIds, hostIds, leave }),
    entries: entriesOf(station, { showIds, leave }),
    hosts: [...hostIds].map(([username, id]) => ({ id, username })),
  });
  return { file, leftBehind };
}

function idsOf(parts: readonly { readonly key: string }[]): ReadonlyMap<string, string> {
  return new Map(parts.map(({ key }) => [key, randomUUID()]));
}

function playlistsOf(
  { tracks, playlists }: MovedStation,
  {
    found,
    ids,
    leave,
  }: {
    readonly found: ReadonlyMap<string, Candidate>;
    readonly ids: ReadonlyMap<string, string>;
    readonly leave: Leave;
  },
) {
  const trackOf = new Map(tracks.map((track) => [track.key, track]));
  for (const { name } of playlists.slice(MAX_PLAYLISTS))
    leave(`playlist ${name}`, `a station has at most ${MAX_PLAYLISTS}`);
  const nameOf = freeNames();
  return playlists.slice(0, MAX_PLAYLISTS).map(({ key, trackKeys, isJingles, ...playlist }) => {
    const here = trackKeys.filter((each) => found.has(each));
    const more = here.length - MAX_PLAYLIST_TRACKS;
    if (more > 0)
      leave(`${more} tracks of ${playlist.name}`, `a playlist has at most ${MAX_PLAYLIST_TRACKS}`);
    return {
      ...playlist,
      id: ids.get(key),
      name: nameOf(playlist.name),
      description: lineOf(playlist.description, LONGEST_DESCRIPTION),
      isSeparated: !isJingles,
      rule: null,
      tracks: here
        .slice(0, MAX_PLAYLIST_TRACKS)
        .map((each) => fileTrack(trackOf.get(each), found.get(each))),
    };
  });
}

function showsOf(
  { shows }: MovedStation,
  {
    ids,
    playlistIds,
    hostIds,
    leave,
  }: {
    readonly ids: ReadonlyMap<string, string>;
    readonly playlistIds: ReadonlyMap<string, string>;
    readonly hostIds: ReadonlyMap<string, string>;
    readonly leave: Leave;
  },
) {
  for (const { name } of shows.slice(MAX_SHOWS))
    leave(`show ${name}`, `a station has at most ${MAX_SHOWS}`);
  const nameOf = freeNames();
  return shows.slice(0, MAX_SHOWS).map(({ key, name, text, content, hosts }) => ({
    id: ids.get(key),
    slug: "",
    name: nameOf(name),
    text: text
      .replaceAll(/[\p{Cs}\p{Zl}\p{Zp}\0]/gu, " ")
      .slice(0, LONGEST_TEXT)
      .trim(),
    color: "cyan",
    hostIds: hosts.slice(0, MAX_SHOW_HOSTS).flatMap((username) => hostIds.get(username) ?? []),
    content: contentOf(content, playlistIds),
    requests: { kind: "open" },
  }));
}

function entriesOf(
  { shows, entries }: MovedStation,
  { showIds, leave }: { readonly showIds: ReadonlyMap<string, string>; readonly leave: Leave },
) {
  const nameOf = new Map(shows.slice(0, MAX_SHOWS).map(({ key, name }) => [key, name]));
  const read = entries.flatMap(({ showKey, ...entry }) => {
    const showId = showIds.get(showKey);
    const name = nameOf.get(showKey);
    if (showId === undefined || name === undefined) return [];
    const what = `${name}, ${entry.startsAt}`;
    const { durationMinutes } = entry;
    if (durationMinutes < SHORTEST_MINUTES || durationMinutes > LONGEST_MINUTES) {
      leave(what, "it is shorter than 5 minutes or longer than a day");
      return [];
    }
    const place = { kind: "show", showId } as const;
    const found = readEntry({ ...entry, what: place, except: [], priority: 0 });
    if (found.kind === "stored") return [found.value];
    leave(what, found.problem);
    return [];
  });
  const more = read.length - MAX_SCHEDULE_ENTRIES;
  if (more > 0)
    leave(`${more} entries of the schedule`, `a station has at most ${MAX_SCHEDULE_ENTRIES}`);
  return read.slice(0, MAX_SCHEDULE_ENTRIES);
}

function contentOf(
  content: MovedStation["shows"][number]["content"],
  playlistIds: ReadonlyMap<string, string>,
) {
  if (content.kind === "live") return { kind: "live", fallbackPlaylistId: null };
  const playlistId = content.kind === "playlist" && playlistIds.get(content.playlistKey);
  return typeof playlistId === "string" ? { kind: "playlist", playlistId } : { kind: "turns" };
}

/** Refers to the track by its path here, so that the import finds exactly this one. */
function fileTrack(track: MovedTrack | undefined, candidate: Candidate | undefined) {
  return {
    path: candidate?.path ?? "",
    artist: track?.artist ?? "",
    title: track?.title ?? "",
    durationMs: candidate?.durationMs ?? 0,
  };
}

/** Makes names unique beyond case and accents: a duplicate gets a number. */
function freeNames(): (name: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    for (let number = 1; ; number += 1) {
      const end = number === 1 ? "" : ` (${number})`;
      const name = `${lineOf(wanted, LONGEST_NAME - end.length) || "Untitled"}${end}`;
      if (taken.has(foldText(name))) continue;
      taken.add(foldText(name));
      return name;
    }
  };
}

function lineOf(text: string, longest: number): string {
  return (cleanText(text) ?? "").slice(0, longest).toWellFormed().trim();
}
