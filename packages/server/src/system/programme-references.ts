import { programmeFileSchema, type ProgrammeFile } from "@neonrelay/contract";
import { foldText } from "../library/track-rules.ts";

/** A field that refers to another part of the file: "playlistId", "fallbackPlaylistId", "hostIds". */
const referencePattern = /(?<noun>playlist|clock|show|track|host)ids?$/i;
const nouns = ["playlist", "clock", "show", "track", "host"] as const;
type Noun = (typeof nouns)[number];

/** @returns what is wrong with the names and references in a file, or null */
export function findFileProblem(file: ProgrammeFile): string | null {
  for (const [noun, named] of [
    ["playlists", file.playlists],
    ["clocks", file.clocks],
    ["shows", file.shows],
  ] as const) {
    const keys = named.map(({ name }) => foldText(name));
    const index = keys.findIndex((key, place) => keys.indexOf(key) !== place);
    if (index !== -1) return `${noun}.${index}.name: two ${noun} have the same name`;
  }
  const known: Readonly<Record<Noun, readonly string[]>> = {
    playlist: file.playlists.flatMap(({ id }) => id ?? []),
    clock: file.clocks.map(({ id }) => id),
    show: file.shows.map(({ id }) => id),
    track: file.tracks.map(({ id }) => id),
    host: file.hosts.map(({ id }) => id),
  };
  const ids = Object.values(known).flat();
  const twice = ids.find((id, place) => ids.indexOf(id) !== place);
  if (twice !== undefined) return `two parts of the file have the id ${twice}`;
  for (const part of ["clocks", "shows", "entries", "holidays"] as const)
    for (const { noun, id, place } of referencesIn(file[part], part))
      if (!known[noun].includes(id)) return `${place}: the file has no ${noun} ${id}`;
  return null;
}

/**
 * Replaces the file's ids with those of this station.
 * @param stationIds by the file's ids; missing ones have no counterpart here
 */
export function translate(
  file: ProgrammeFile,
  stationIds: ReadonlyMap<string, string>,
): ProgrammeFile {
  return programmeFileSchema.parse(
    JSON.parse(JSON.stringify(file), (_key, value: unknown) =>
      typeof value === "string" ? (stationIds.get(value) ?? value) : value,
    ),
  );
}

interface Reference {
  readonly noun: Noun;
  readonly id: string;
  readonly place: string;
}

function referencesIn(value: unknown, place: string): readonly Reference[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, held]: [string, unknown]) => {
    const noun = nounOf(key);
    const inner = `${place}.${key}`;
    if (noun === null || held === null) return referencesIn(held, inner);
    const ids: readonly unknown[] = Array.isArray(held) ? held : [held];
    return ids.flatMap((id) => (typeof id === "string" ? [{ noun, id, place: inner }] : []));
  });
}

function nounOf(key: string): Noun | null {
  const found = referencePattern.exec(key)?.groups?.["noun"]?.toLowerCase();
  return nouns.find((noun) => noun === found) ?? null;
}
