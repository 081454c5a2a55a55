import type { LeftOutReason } from "@neonrelay/contract";
import { sortKeyOf } from "../../library/track-rules.ts";
import type { FileEntry } from "./file-playlist.ts";
import { foldPath, placesOf, sharedParts, type Places } from "./file-places.ts";

/** A track of the library that may match an entry. */
export interface Candidate {
  readonly id: string;
  readonly path: string;
  readonly sortKey: string;
  /** Each artist, folded. */
  readonly artistKeys: readonly string[];
  readonly durationMs: number;
  /** The file is currently missing. */
  readonly isAway: boolean;
}

/** What to look for in the library. */
export interface Search {
  readonly entry: FileEntry;
  /** null when it is a web address, or there is none. */
  readonly places: Places | null;
  /** Possible sort keys of artist and title. */
  readonly tagKeys: readonly string[];
}

export type Match =
  | { readonly kind: "found"; readonly by: "path" | "name" | "tags"; readonly track: Candidate }
  | { readonly kind: "left-out"; readonly reason: LeftOutReason };

/** Some programs estimate the length; a larger difference means a different file. */
const SAME_LENGTH_MS = 5000;
/** Maximum ways to split `A - B - C - D` into artist and title. */
const MAX_PARTINGS = 4;

export function searchFor(entry: FileEntry, roots: readonly string[]): Search {
  const { location } = entry;
  const places = location === null ? null : placesOf(location, roots);
  return { entry, places, tagKeys: tagKeysOf(entry) };
}

function tagKeysOf({ artist, title }: FileEntry): readonly string[] {
  if (title === null) return [];
  if (artist !== null) return [sortKeyOf({ artist, title })];
  const parts = title.split(" - ");
  return parts.slice(1, 1 + MAX_PARTINGS).map((_, index) => {
    const artistPart = parts.slice(0, index + 1).join(" - ");
    return sortKeyOf({ artist: artistPart, title: parts.slice(index + 1).join(" - ") });
  });
}

/** Tracks of the library that may match an entry, indexed by path, name and tags. */
export class Candidates {
  readonly #byPath = new Map<string, Candidate[]>();
  readonly #byName = new Map<string, Candidate[]>();
  readonly #byTags = new Map<string, Candidate[]>();
  /** For entries that name one of several artists. */
  readonly #byOneArtist = new Map<string, Candidate[]>();

  constructor(searches: readonly Search[]) {
    for (const { places, tagKeys } of searches) {
      for (const place of places?.paths ?? []) this.#byPath.set(foldPath(place), []);
      for (const tail of places?.tails ?? []) this.#byName.set(nameOf(tail), []);
      for (const key of tagKeys) {
        this.#byTags.set(key, []);
        this.#byOneArtist.set(key, []);
      }
    }
  }

  /** Keeps a track if it may match an entry. */
  offer(track: Candidate): void {
    this.#byPath.get(foldPath(track.path))?.push(track);
    this.#byName.get(nameOf(track.path))?.push(track);
    this.#byTags.get(track.sortKey)?.push(track);
    const title = track.sortKey.slice(track.sortKey.indexOf("\t"));
    for (const key of new Set(track.artistKeys))
      this.#byOneArtist.get(`${key}${title}`)?.push(track);
  }

  /** Matches by path, else by file name, else by artist and title. */
  match({ entry, places, tagKeys }: Search): Match {
    const byPath = this.#withPath(places);
    if (byPath !== null) return { kind: "found", by: "path", track: byPath };
    const byName = this.#withName(entry, places);
    if (byName.track !== null) return { kind: "found", by: "name", track: byName.track };
    const exact = presentOf(tagKeys.flatMap((key) => this.#byTags.get(key) ?? []));
    const tagged =
      exact.length > 0
        ? exact
        : presentOf(tagKeys.flatMap((key) => this.#byOneArtist.get(key) ?? []));
    const byTags = onlyOne(tagged) ?? onlyOne(tagged.filter((track) => isAsLong(track, entry)));
    if (byTags !== null) return { kind: "found", by: "tags", track: byTags };
    if (byName.isAmbiguous || tagged.length > 1) return { kind: "left-out", reason: "ambiguous" };
    const isAddress = entry.location !== null && places === null;
    return { kind: "left-out", reason: isAddress ? "address" : "unknown" };
  }

  #withPath(places: Places | null): Candidate | null {
    for (const place of places?.paths ?? []) {
      const found = this.#byPath.get(foldPath(place)) ?? [];
      const same = found.find(({ path }) => path === place) ?? onlyOne(presentOf(found));
      if (same !== null) return same;
    }
    return null;
  }

  #withName(
    entry: FileEntry,
    places: Places | null,
  ): { readonly track: Candidate | null; readonly isAmbiguous: boolean } {
    let isAmbiguous = false;
    for (const tail of places?.tails ?? []) {
      const named = presentOf(this.#byName.get(nameOf(tail)) ?? []).filter(
        (track) => entry.durationMs === null || isAsLong(track, entry),
      );
      const shared = named.map((track) => sharedParts(track.path, tail));
      const most = Math.max(0, ...shared);
      const track = onlyOne(named.filter((_, index) => shared[index] === most));
      if (track !== null) return { track, isAmbiguous: false };
      isAmbiguous ||= named.length > 1;
    }
    return { track: null, isAmbiguous };
  }
}

function nameOf(file: string): string {
  return foldPath(file.slice(file.lastIndexOf("/") + 1));
}

/** Tracks with present files, if any; else all. */
function presentOf(found: readonly Candidate[]): readonly Candidate[] {
  const present = found.filter(({ isAway }) => !isAway);
  return present.length === 0 ? found : present;
}

function onlyOne(found: readonly Candidate[]): Candidate | null {
  return found.length === 1 ? (found[0] ?? null) : null;
}

function isAsLong(track: Candidate, { durationMs }: FileEntry): boolean {
  return durationMs !== null && Math.abs(track.durationMs - durationMs) <= SAME_LENGTH_MS;
}
