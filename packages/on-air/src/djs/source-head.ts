/** The request head that opens a source. */
export interface SourceHead {
  readonly method: "PUT" | "SOURCE";
  readonly target: string;
  readonly protocol: "HTTP/1.0" | "HTTP/1.1" | "ICE/1.0";
  /** Lower-case names; the last of duplicates wins. */
  readonly headers: ReadonlyMap<string, string>;
}

export const MAX_HEAD_BYTES = 8 * 1024;
const LINE_FEED = 10;
const MAX_BEGINNING_LENGTH = "SOURCE ".length + 10;

/** Start of a title update, in both protocols. */
const TITLE_BEGINNING = "GET /admin";

/** What a connection turns out to be. */
export type Beginning = "source" | "other" | "unclear";

/**
 * Whether these first bytes are a source's. Anything else goes to the HTTP server; for titles we wait for their whole
 * line.
 */
export function judgeBeginning(bytes: Buffer): Beginning {
  const text = bytes.toString("latin1", 0, TITLE_BEGINNING.length);
  if (text === TITLE_BEGINNING)
    return bytes.includes(LINE_FEED) || bytes.length > MAX_HEAD_BYTES ? "other" : "unclear";
  return TITLE_BEGINNING.startsWith(text) ? "unclear" : judgeSource(bytes);
}

/** Whether these first bytes are a source's. */
export function judgeSource(bytes: Buffer): Beginning {
  const text = bytes.toString("latin1", 0, MAX_BEGINNING_LENGTH);
  if (text.startsWith("SOURCE ") || /^PUT \/live[ ?]/.test(text)) return "source";
  return ["SOURCE ", "PUT /live "].some((beginning) => beginning.startsWith(text))
    ? "unclear"
    : "other";
}

/** BUTT and older programs send titles unescaped, which node:http rejects: escapes the first line. */
export function escapeFirstLine(bytes: Buffer): Buffer {
  const end = bytes.indexOf(LINE_FEED);
  const line = bytes.toString("latin1", 0, end === -1 ? bytes.length : end);
  const escaped = line.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  if (escaped.length === line.length) return bytes;
  return Buffer.concat([Buffer.from(escaped, "latin1"), bytes.subarray(line.length)]);
}

/** Length of the head including its empty line; null while incomplete. */
export function headLength(bytes: Buffer): number | null {
  const text = bytes.subarray(0, MAX_HEAD_BYTES).toString("latin1");
  const end = /\r?\n\r?\n/.exec(text);
  return end === null ? null : end.index + end[0].length;
}

/** @returns null when the text is no source's head */
export function parseSourceHead(text: string): SourceHead | null {
  const [first = "", ...lines] = text.split(/\r?\n/);
  const parts = /^(PUT|SOURCE) (\/[^\s\0]*) (HTTP\/1\.[01]|ICE\/1\.0)$/.exec(first.trim());
  if (parts === null) return null;
  const [, method, target = "", protocol] = parts;
  // A proxy may have used the other one as host: RFC 9112 §3.2.
  if (lines.filter((line) => /^host\s*:/i.test(line)).length > 1) return null;
  return {
    method: method === "PUT" ? "PUT" : "SOURCE",
    target,
    protocol:
      protocol === "HTTP/1.1" ? "HTTP/1.1" : protocol === "HTTP/1.0" ? "HTTP/1.0" : "ICE/1.0",
    headers: parseHeaders(lines),
  };
}

export function parseHeaders(lines: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon > 0)
      headers.set(oneLine(line.slice(0, colon)).toLowerCase(), oneLine(line.slice(colon + 1)));
  }
  return headers;
}

/** RFC 9112 §2.2: a lone CR counts as white space. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\0]/g, " ").trim();
}

/** FFmpeg's names for the formats a DJ may send. */
const formats = new Map([
  ["audio/mpeg", "mp3"],
  ["audio/mp3", "mp3"],
  ["audio/x-mpeg", "mp3"],
  ["audio/aac", "aac"],
  ["audio/aacp", "aac"],
  ["audio/ogg", "ogg"],
  ["application/ogg", "ogg"],
  ["audio/opus", "ogg"],
]);

/**
 * @param contentType omitted by old programs that send MP3
 * @returns undefined for a format that can't be broadcast
 */
export function sourceFormat(contentType: string | undefined): string | undefined {
  if (contentType === undefined || contentType === "") return "mp3";
  return formats.get(contentType.split(";")[0]?.trim().toLowerCase() ?? "");
}
