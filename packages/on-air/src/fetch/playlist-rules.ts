import { decodeText } from "../text/decode-text.ts";

/** Longest line that is used. */
const MAX_LINE_LENGTH = 8 * 1024;
const MAX_LINES = 50_000;

/** What an answer is by its first bytes; its Content-Type counts only if they are inconclusive. */
export type Content =
  | { readonly kind: "sound"; readonly format: string | null }
  | { readonly kind: "playlist" }
  | { readonly kind: "page" };

const TEXT_START_BYTES = 1024;
const TS_PACKET_BYTES = 188;
/** Far more than are tried. */
const MAX_ENTRIES = 1000;

const formatsByType: ReadonlyMap<string, string> = new Map([
  ["audio/mpeg", "mp3"],
  ["audio/mp3", "mp3"],
  ["audio/x-mpeg", "mp3"],
  ["audio/aac", "aac"],
  ["audio/aacp", "aac"],
  ["audio/x-aac", "aac"],
  ["application/ogg", "ogg"],
  ["audio/ogg", "ogg"],
  ["audio/opus", "ogg"],
  ["audio/flac", "flac"],
  ["video/mp2t", "mpegts"],
]);

/**
 * @param start first bytes of the answer, 1 KiB if there are that many
 * @param type its Content-Type
 */
export function contentOf(start: Buffer, type: string): Content {
  const format = soundFormatOf(start);
  if (format !== null) return { kind: "sound", format };
  const text = decodeText(start.subarray(0, TEXT_START_BYTES), null).trimStart().toLowerCase();
  if (/^\uFEFF?(#extm3u|\[playlist\])/u.test(text)) return { kind: "playlist" };
  if (text.startsWith("<")) return { kind: text.includes("<playlist") ? "playlist" : "page" };
  const [name = ""] = type.toLowerCase().split(";");
  const byType = formatsByType.get(name.trim());
  if (byType !== undefined) return { kind: "sound", format: byType };
  if (/mpegurl|scpls|xspf|playlist/.test(name)) return { kind: "playlist" };
  if (/^(https?:\/\/|#)/.test(text)) return { kind: "playlist" };
  return { kind: "sound", format: null };
}

/** FFmpeg's name of the format if the bytes are conclusive; null: look further. */
export function soundFormatOf(start: Buffer): string | null {
  const signature = start.toString("latin1", 0, 4);
  if (signature === "OggS") return "ogg";
  if (signature === "fLaC") return "flac";
  if (["ftyp", "styp", "moof", "moov"].includes(start.toString("latin1", 4, 8))) return "mov";
  if (start[0] === 0x47 && start[TS_PACKET_BYTES] === 0x47) return "mpegts";
  if (start.length < 2 || (start.readUInt16BE(0) & 0xffe0) !== 0xffe0) return null;
  // ADTS has layer bits 00, which no MPEG audio has.
  return (start.readUInt16BE(0) & 0x0006) === 0 ? "aac" : "mp3";
}

/** Addresses in a playlist (M3U, PLS or XSPF), verbatim and in order; read in one pass, up to 1,000. */
export function playlistEntries(text: string): readonly string[] {
  if (text.slice(0, TEXT_START_BYTES).toLowerCase().includes("<playlist"))
    return locationsIn(text).map(withoutEntities);
  const { lines } = playlistLines(text);
  const isPls = lines.some((line) => line.toLowerCase() === "[playlist]");
  const entries = isPls
    ? lines.flatMap((line) => plsEntry(line) ?? [])
    : lines.filter((line) => !line.startsWith("#"));
  return entries.slice(0, MAX_ENTRIES);
}

/** `File1=http://…`; null for a line without an address. */
function plsEntry(line: string): string | null {
  const equals = line.indexOf("=");
  if (equals === -1 || !/^File\d+$/i.test(line.slice(0, equals).trimEnd())) return null;
  const entry = line.slice(equals + 1).trim();
  return entry === "" ? null : entry;
}

/** The content of each `<location>`. A single pass, whatever is missing. */
function locationsIn(text: string): readonly string[] {
  const locations: string[] = [];
  let at = 0;
  while (locations.length < MAX_ENTRIES) {
    const open = text.indexOf("<", at);
    const close = open === -1 ? -1 : text.indexOf(">", open);
    const next = close === -1 ? -1 : text.indexOf("<", close);
    if (next === -1) break;
    at = next;
    const location = text.slice(close + 1, next).trim();
    const isLocation = text.slice(open + 1, close).toLowerCase() === "location";
    if (isLocation && location !== "") locations.push(location);
  }
  return locations;
}

/** XML 1.0 §4.6; addresses need no other entities. */
function withoutEntities(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}

/** The lines of a foreign playlist, within limits. */
interface PlaylistLines {
  /** Trimmed; empty lines are omitted. */
  readonly lines: readonly string[];
  /** False if a line was too long, or there were too many. */
  readonly isWhole: boolean;
}

/** Splits a playlist in one pass: at most 50,000 lines of 8 KiB. */
export function playlistLines(text: string): PlaylistLines {
  const lines: string[] = [];
  let isWhole = true;
  let from = 0;
  while (from < text.length) {
    const to = endOfLine(text, from);
    if (to - from > MAX_LINE_LENGTH) isWhole = false;
    else {
      const line = text.slice(from, to).trim();
      if (line !== "") lines.push(line);
    }
    from = to + 1;
    if (lines.length === MAX_LINES) return { lines, isWhole: false };
  }
  return { lines, isWhole };
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}
