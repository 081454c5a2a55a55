import * as z from "zod";
import { MAX_PLAYLIST_TRACKS } from "@neonrelay/contract";
import {
  cleanDurationMs,
  cleanText,
  type FileEntry,
  type FilePlaylist,
  LONGEST_LOCATION,
} from "./file-playlist.ts";
import { readM3u, readPls } from "./line-playlists.ts";
import { readXspf } from "./xml-playlist.ts";

export type PlaylistReading =
  | { readonly kind: "read"; readonly playlist: FilePlaylist }
  | { readonly kind: "no-playlist" }
  | { readonly kind: "empty" }
  | { readonly kind: "too-many"; readonly count: number };

const START_LENGTH = 4096;
/** M3U can't be recognised by its lines alone. */
const M3U_NAME = /\.m3u8?$/i;

/** Reads M3U, PLS, XSPF or JSPF, detected by content. @param fileName decides when the content does not */
export function readPlaylistFile(bytes: Uint8Array, fileName: string): PlaylistReading {
  const playlist = parse(decode(bytes), fileName);
  if (playlist === null) return { kind: "no-playlist" };
  const count = playlist.entries.length;
  if (count === 0) return { kind: "empty" };
  return count > MAX_PLAYLIST_TRACKS ? { kind: "too-many", count } : { kind: "read", playlist };
}

function parse(text: string, fileName: string): FilePlaylist | null {
  const start = text.slice(0, START_LENGTH).trimStart().toLowerCase();
  if (start.startsWith("{")) return readJspf(text);
  if (start.startsWith("<")) return isXspf(start) ? readXspf(text) : null;
  if (start.startsWith("[playlist]")) return readPls(text);
  if (start.startsWith("#extm3u") || M3U_NAME.test(fileName))
    return text.includes("\0") ? null : readM3u(text);
  return null;
}

function isXspf(start: string): boolean {
  return start.includes("<playlist") || start.includes(":playlist");
}

/** UTF-16 with a byte order mark, else valid UTF-8, else windows-1252, a superset of Latin-1. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes); // not UTF-8
  }
}

const textSchema = z.string().nullable().catch(null).default(null);
const trackSchema = z
  .object({
    location: z
      .union([z.string().transform((one) => [one]), z.array(z.string())])
      .catch([])
      .default([]),
    title: textSchema,
    creator: textSchema,
    duration: z.number().catch(0).default(0),
  })
  .catch({ location: [], title: null, creator: null, duration: 0 });

/** JSPF: XSPF written as JSON. */
const jspfSchema = z.object({
  playlist: z.object({ title: textSchema, track: z.array(trackSchema) }),
});

/** @returns null when it is not JSPF */
function readJspf(text: string): FilePlaylist | null {
  const parsed = jspfSchema.safeParse(jsonOf(text));
  if (!parsed.success) return null;
  const { title, track } = parsed.data.playlist;
  return {
    title: cleanText(title),
    entries: track.map(({ location: [location = ""], ...said }): FileEntry => ({
      location: location.trim() === "" ? null : location.slice(0, LONGEST_LOCATION),
      title: cleanText(said.title),
      artist: cleanText(said.creator),
      durationMs: cleanDurationMs(said.duration / 1000),
    })),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // rejected by every schema
  }
}
