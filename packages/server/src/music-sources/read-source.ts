import type { MusicFormat } from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";
import { refuseFormat } from "../library/music-format-rules.ts";
import { findSettings } from "../settings/settings-store.ts";
import { saveReadingOf, saveSource } from "./music-source-store.ts";
import type { StoredSource } from "./source-state-rules.ts";
import { decideMissed, decideReading } from "./reading-rules.ts";
import {
  countUnseen,
  markUnseenMissing,
  saveSourceSongs,
  SONGS_AT_ONCE,
} from "./source-track-store.ts";
import { listAlbumSongs, listSourceAlbums, checkSource } from "./subsonic-calls.ts";
import { SubsonicError } from "./subsonic-client.ts";

/** Maximum albums read from a source. */
const MAX_ALBUMS = 200_000;
const MAX_TRACKS = 500_000;

interface ReadingParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly pathOf: (trackId: string, extension: string) => string;
  readonly signal: AbortSignal;
  readonly onAlbums: (albumsRead: number) => void;
}

/** The result of a reading; the sentence is for operators. */
interface ReadOutcome {
  readonly kind: "read" | "unchanged" | "later";
  readonly problem: string | null;
}

/**
 * Reads the whole library of a source, page by page, continuing where an interrupted reading stopped. A source that
 * can't be read leaves the library unchanged.
 * @throws SubsonicError
 */
export async function readSource(
  parts: ReadingParts,
  { source, isWanted }: { readonly source: StoredSource; readonly isWanted: boolean },
): Promise<ReadOutcome> {
  const { database, signal } = parts;
  const { isScanning, stamp: serverStamp } = await checkSource(source, signal);
  const leftOutFormats = (await findSettings(database.connection))?.leftOutFormats ?? [];
  // With other formats the result would be different.
  const stamp = serverStamp === null ? null : [serverStamp, ...leftOutFormats].join(" ");
  const decision = decideReading({
    nowMs: Date.now(),
    everyMs: source.everyMinutes * 60_000,
    lookedAtMs: source.lookedAt?.getTime() ?? null,
    readAtMs: source.readAt?.getTime() ?? null,
    isUnderWay: source.readOffset !== null,
    isWanted,
    isScanning,
    stamp,
    stampBefore: source.stamp,
  });
  if (decision === "later")
    return {
      kind: "later",
      problem: "The server is scanning its folders; it is read once it has finished",
    };
  if (decision === "unchanged") {
    await saveSource(database.connection, source.id, { lookedAt: new Date() });
    return { kind: "unchanged", problem: null };
  }
  const reading = source.readOffset === null ? source.reading + 1 : source.reading;
  const leftOut = await readAlbums(parts, { source, reading, leftOutFormats });
  const odd = await settleMissed(parts, { source, reading });
  const problem = wordLeftOut(leftOut) ?? odd;
  await saveReading(database, source, {
    readOffset: null,
    lookedAt: new Date(),
    readAt: new Date(),
    stamp,
  });
  return { kind: "read", problem };
}

/** @returns how many songs were skipped for their format */
async function readAlbums(
  { database, events, pathOf, signal, onAlbums }: ReadingParts,
  {
    source,
    reading,
    leftOutFormats,
  }: {
    readonly source: StoredSource;
    readonly reading: number;
    readonly leftOutFormats: readonly MusicFormat[];
  },
): Promise<number> {
  const { id: sourceId } = source;
  let leftOut = 0;
  let offset = source.readOffset ?? 0;
  let tracks = 0;
  const seen = new Set<string>();
  await saveReading(database, source, { reading, readOffset: offset });
  onAlbums(offset);
  while (offset < MAX_ALBUMS && tracks < MAX_TRACKS) {
    const page = await listSourceAlbums(source, { offset, signal });
    if (page.length === 0) return leftOut;
    const unread = page.filter((id) => !seen.has(id));
    if (unread.length === 0)
      throw new SubsonicError("The server lists the same albums again and again", "server");
    let hasChanged = false;
    for (const id of unread) {
      seen.add(id);
      const listed = await listAlbumSongs(source, { id, signal });
      const songs = listed.filter(
        ({ extension }) => refuseFormat(`song${extension}`, leftOutFormats) === null,
      );
      leftOut += listed.length - songs.length;
      for (let first = 0; first < songs.length; first += SONGS_AT_ONCE) {
        const some = songs.slice(first, first + SONGS_AT_ONCE);
        const isOther = await database.transaction((transaction) =>
          saveSourceSongs(transaction, { sourceId, reading, songs: some, pathOf }),
        );
        hasChanged ||= isOther;
      }
      tracks += songs.length;
    }
    offset += page.length;
    await saveReading(database, source, { readOffset: offset });
    onAlbums(offset);
    if (hasChanged) events.publish({ type: "library.changed" });
  }
  return leftOut;
}

function wordLeftOut(songs: number): string | null {
  return songs === 0
    ? null
    : `${songs} of its tracks are left out: their formats are switched off in Settings, Streaming, Music formats`;
}

/** @throws SubsonicError when the address of the source has changed: the new server is read from the start */
async function saveReading(
  database: Database,
  source: StoredSource,
  change: Parameters<typeof saveReadingOf>[2],
): Promise<void> {
  if (!(await saveReadingOf(database.connection, source, change)))
    throw new SubsonicError("The address changed during the read", "server");
}

/** @returns a warning as a sentence, or null */
async function settleMissed(
  { database, events }: ReadingParts,
  { source, reading }: { readonly source: StoredSource; readonly reading: number },
): Promise<string | null> {
  const { id: sourceId } = source;
  const { known, missed } = await countUnseen(database.connection, { sourceId, reading });
  const decision = decideMissed({ known, missed, missedBefore: source.doubted });
  await saveSource(database.connection, sourceId, { doubted: decision === "doubted" ? missed : 0 });
  switch (decision) {
    case "none":
      return known === 0 ? "The server lists no music" : null;
    case "empty":
      return "The server lists no music: the library keeps the tracks it knows from there";
    case "doubted":
      return `${missed} of ${known} tracks are not on the server any more: they leave the library if the next reading finds the same`;
    case "gone":
      await markUnseenMissing(database.connection, { sourceId, reading });
      events.publish({ type: "library.changed" });
      return null;
    default:
      return decision satisfies never;
  }
}
