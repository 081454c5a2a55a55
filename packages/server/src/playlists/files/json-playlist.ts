import * as z from "zod";
import {
  cleanDurationMs,
  cleanText,
  LONGEST_LOCATION,
  type FileEntry,
  type FilePlaylist,
} from "./file-playlist.ts";

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
export function readJspf(text: string): FilePlaylist | null {
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
