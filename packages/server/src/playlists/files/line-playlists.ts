import {
  cleanDurationMs,
  cleanText,
  LONGEST_LOCATION,
  type FileEntry,
  type FilePlaylist,
} from "./file-playlist.ts";

/** Reads M3U with `#EXTINF`, `#EXTART` and `#PLAYLIST`. */
export function readM3u(text: string): FilePlaylist {
  let title: string | null = null;
  let said: Omit<FileEntry, "location"> = nothingSaid;
  const entries: FileEntry[] = [];
  for (const line of linesOf(text)) {
    const tag = tagOf(line);
    if (tag === null) {
      if (line.startsWith("#")) continue;
      entries.push({ location: line.slice(0, LONGEST_LOCATION), ...said });
      said = nothingSaid;
    } else if (tag.name === "#EXTINF") said = { ...said, ...readExtInf(tag.value) };
    else if (tag.name === "#EXTART") said = { ...said, artist: cleanText(tag.value) };
    else if (tag.name === "#PLAYLIST") title ??= cleanText(tag.value);
  }
  return { title, entries };
}

/** Reads PLS: `File1=`, `Title1=`, `Length1=`, ordered by number. */
export function readPls(text: string): FilePlaylist {
  const entries = new Map<number, FileEntry>();
  let title: string | null = null;
  for (const line of linesOf(text)) {
    const equals = line.indexOf("=");
    if (equals === -1) continue;
    const value = line.slice(equals + 1).trim();
    const name = line.slice(0, equals).trim().toLowerCase();
    if (name === "x-gnome-title" || name === "playlistname") title ??= cleanText(value);
    const [, field, digits] = /^(file|title|length)(\d{1,6})$/.exec(name) ?? [];
    if (field === undefined) continue;
    const number = Number(digits);
    const entry = entries.get(number) ?? { location: null, ...nothingSaid };
    entries.set(number, { ...entry, ...plsField(field, value) });
  }
  const numbered = [...entries].toSorted(([a], [b]) => a - b);
  return { title, entries: numbered.map(([, entry]) => entry) };
}

const nothingSaid: Omit<FileEntry, "location"> = { title: null, artist: null, durationMs: null };

function plsField(field: string, value: string): Partial<FileEntry> {
  if (field === "file") return { location: value === "" ? null : value.slice(0, LONGEST_LOCATION) };
  if (field === "title") return { title: cleanText(value) };
  return { durationMs: cleanDurationMs(Number(value)) };
}

/** `#NAME:value`; null for other lines. */
function tagOf(line: string): { readonly name: string; readonly value: string } | null {
  const colon = line.startsWith("#") ? line.indexOf(":") : -1;
  if (colon === -1) return null;
  return { name: line.slice(0, colon).trim().toUpperCase(), value: line.slice(colon + 1) };
}

/** `123 key="value",Artist - Title` */
function readExtInf(value: string): Pick<FileEntry, "title" | "durationMs"> {
  const comma = commaOutsideQuotes(value);
  const head = comma === -1 ? value : value.slice(0, comma);
  const [seconds = ""] = head.trim().split(" ", 1);
  const title = comma === -1 ? null : cleanText(value.slice(comma + 1));
  return { title, durationMs: cleanDurationMs(Number(seconds)) };
}

function commaOutsideQuotes(text: string): number {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    if (text[at] === "," && !isQuoted) return at;
  }
  // An unclosed quote.
  return text.indexOf(",");
}

/** Non-empty lines, trimmed. */
function linesOf(text: string): readonly string[] {
  return text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
