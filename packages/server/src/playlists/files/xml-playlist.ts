import {
  cleanDurationMs,
  cleanText,
  LONGEST_LOCATION,
  type FileEntry,
  type FilePlaylist,
} from "./file-playlist.ts";
import { xmlEvents } from "./xml-events.ts";

interface TrackFields {
  readonly texts: Map<string, string>;
  /** Names of elements already read. */
  readonly read: Set<string>;
}

/** Elements of a track or playlist to read. */
const readFields = new Set(["location", "title", "creator", "duration"]);
const DEEPEST = 50;

/** Reads XSPF. The first of each element in a track counts. */
export function readXspf(text: string): FilePlaylist {
  const open: string[] = [];
  /** Number of open elements beyond the depth limit, which are not kept. */
  let tooDeep = 0;
  let track = noFields();
  let title: string | null = null;
  const entries: FileEntry[] = [];
  for (const event of xmlEvents(text)) {
    if (event.kind === "open") {
      if (open.length === DEEPEST) tooDeep += 1;
      else open.push(event.name);
      if (event.name === "track" && open.at(-2) === "tracklist") track = noFields();
      continue;
    }
    const [name = "", parent] = [open.at(-1), open.at(-2)];
    if (event.kind === "text") {
      if (tooDeep > 0 || !readFields.has(name)) continue;
      if (parent === "track") addText(track, name, event.text);
      else if (parent === "playlist" && name === "title") title ??= cleanText(event.text);
      continue;
    }
    if (tooDeep > 0) {
      tooDeep -= 1;
      continue;
    }
    const closed = open.lastIndexOf(event.name);
    if (closed === -1) continue;
    open.length = closed;
    if (event.name === "track" && open.at(-1) === "tracklist") entries.push(entryOf(track));
    else if (parent === "track") track.read.add(name);
  }
  return { title, entries };
}

function noFields(): TrackFields {
  return { texts: new Map(), read: new Set() };
}

function addText({ texts, read }: TrackFields, name: string, text: string): void {
  if (!read.has(name))
    texts.set(name, `${texts.get(name) ?? ""}${text}`.slice(0, LONGEST_LOCATION));
}

function entryOf({ texts }: TrackFields): FileEntry {
  const location = texts.get("location")?.trim() ?? "";
  return {
    location: location === "" ? null : location,
    title: cleanText(texts.get("title")),
    artist: cleanText(texts.get("creator")),
    durationMs: cleanDurationMs(Number(texts.get("duration")?.trim() ?? "") / 1000),
  };
}
