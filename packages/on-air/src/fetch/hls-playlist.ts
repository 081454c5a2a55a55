import { playlistLines } from "./playlist-rules.ts";

/** A byte range of a file. */
interface ByteRange {
  readonly from: number;
  readonly length: number;
}

export interface HlsPart {
  readonly url: string;
  /** null: the whole file. */
  readonly range: ByteRange | null;
}

interface PlaylistSegment extends HlsPart {
  readonly sequence: number;
  readonly seconds: number;
  /** The title in EXTINF; often empty. */
  readonly title: string;
  /** Initialisation section of fMP4; null: none. */
  readonly map: HlsPart | null;
}

/** Contents of an HLS playlist, as far as audio needs it (RFC 8216). */
export type HlsPlaylist =
  | { readonly kind: "master"; readonly url: string }
  | {
      readonly kind: "media";
      readonly targetSeconds: number;
      /** No more segments will be added. */
      readonly isEnded: boolean;
      readonly segments: readonly PlaylistSegment[];
    }
  /** What is wrong, as a sentence. */
  | { readonly kind: "unusable"; readonly reason: string };

const MAX_SEGMENTS = 10_000;
/** Limit for all addresses of a playlist together: a short line can become a long address. */
const MAX_ADDRESS_CHARACTERS = 4 * 1024 * 1024;
const MAX_TARGET_SECONDS = 60;
/** Some finished streams are a single segment. */
const MAX_SEGMENT_SECONDS = 24 * 60 * 60;
/** Most that an audio stream needs: more is video. */
const MAX_BANDWIDTH = 600_000;

const damaged = { kind: "unusable", reason: "The HLS playlist is damaged" } as const;

export function isHls(text: string): boolean {
  return /^#EXT-X-(?:TARGETDURATION|STREAM-INF|MEDIA-SEQUENCE)/m.test(text);
}

/**
 * Reads a playlist in one pass: the cost depends only on its length, whatever it contains.
 * @param base address of the playlist
 */
export function readHlsPlaylist(text: string, base: string): HlsPlaylist {
  const { lines, isWhole } = playlistLines(text);
  if (!isWhole) return { kind: "unusable", reason: "The HLS playlist is too long" };
  return lines.some((line) => line.startsWith("#EXT-X-STREAM-INF"))
    ? readMaster(lines, base)
    : readMedia(lines, base);
}

function readMaster(lines: readonly string[], base: string): HlsPlaylist {
  const renditions = new Map<string, string>();
  const variants: { readonly address: string; readonly bandwidth: number; isVideo: boolean }[] = [];
  for (const [index, line] of lines.entries()) {
    const { tag, value } = readTag(line);
    if (tag !== "EXT-X-MEDIA" && tag !== "EXT-X-STREAM-INF") continue;
    const attributes = readAttributes(value);
    if (tag === "EXT-X-MEDIA" && attributes.get("TYPE") === "AUDIO") {
      const [group = "", uri] = [attributes.get("GROUP-ID"), attributes.get("URI")];
      const isBetter = attributes.get("DEFAULT") === "YES" || !renditions.has(group);
      if (uri !== undefined && isBetter) renditions.set(group, uri);
    }
    const next = lines[index + 1] ?? "";
    if (tag === "EXT-X-MEDIA" || next === "" || next.startsWith("#")) continue;
    const audio = renditions.get(attributes.get("AUDIO") ?? "");
    const isVideo =
      audio === undefined &&
      (attributes.has("RESOLUTION") ||
        /avc|hvc|hev|vp0?9|av01/.test(attributes.get("CODECS") ?? ""));
    const bandwidth = Number(attributes.get("BANDWIDTH")) || 0;
    variants.push({ address: audio ?? next, bandwidth, isVideo });
  }
  const best = variants.sort((one, other) => worth(other) - worth(one))[0];
  const url = best === undefined ? null : URL.parse(best.address, base);
  if (url === null) return { kind: "unusable", reason: "The HLS playlist names no stream" };
  return { kind: "master", url: url.href };
}

/** Audio alone beats video, and of that the highest sensible bandwidth wins. */
function worth({
  bandwidth,
  isVideo,
}: {
  readonly bandwidth: number;
  readonly isVideo: boolean;
}): number {
  const sound = bandwidth <= MAX_BANDWIDTH ? bandwidth : MAX_BANDWIDTH / bandwidth;
  return isVideo ? -bandwidth : sound;
}

function readMedia(lines: readonly string[], base: string): HlsPlaylist {
  let targetSeconds = 0;
  let sequence = 0;
  let seconds = 0;
  let title = "";
  let range: ByteRange | null = null;
  let map: HlsPart | null = null;
  /** Where a range without an offset continues. */
  let rangeEnd = 0;
  const segments: PlaylistSegment[] = [];
  const resolve = createResolver(base);
  for (const line of lines) {
    const { tag, value } = readTag(line);
    switch (tag) {
      case "EXT-X-TARGETDURATION":
        targetSeconds = Number(value);
        break;
      case "EXT-X-MEDIA-SEQUENCE":
        // RFC 8216 §4.3.3.2: before the first segment.
        if (segments.length === 0) sequence = Number(value);
        break;
      case "EXTINF": {
        const comma = value.indexOf(",");
        seconds = Number(comma === -1 ? value : value.slice(0, comma));
        title = comma === -1 ? "" : value.slice(comma + 1).trim();
        break;
      }
      case "EXT-X-BYTERANGE":
        range = readRange(value, rangeEnd);
        if (range === null) return damaged;
        break;
      case "EXT-X-KEY":
        if (readAttributes(value).get("METHOD") !== "NONE")
          return { kind: "unusable", reason: "The stream is encrypted" };
        break;
      case "EXT-X-MAP": {
        const attributes = readAttributes(value);
        const url = resolve(attributes.get("URI") ?? "http://");
        const part = attributes.get("BYTERANGE");
        const mapRange = part === undefined ? null : readRange(part, 0);
        if (url === null || (part !== undefined && mapRange === null)) return damaged;
        map = { url, range: mapRange };
        break;
      }
      default: {
        if (line.startsWith("#")) break;
        const url = resolve(line);
        const isUsable =
          url !== null && seconds >= 0 && seconds <= MAX_SEGMENT_SECONDS && isWhole(sequence);
        if (!isUsable) return damaged;
        segments.push({ url, range, sequence, seconds, title, map });
        if (segments.length > MAX_SEGMENTS)
          return { kind: "unusable", reason: "The HLS playlist is too long" };
        sequence += 1;
        rangeEnd = range === null ? 0 : range.from + range.length;
        range = null;
        title = "";
      }
    }
  }
  if (!(targetSeconds > 0 && targetSeconds <= MAX_TARGET_SECONDS)) return damaged;
  const isEnded = lines.includes("#EXT-X-ENDLIST");
  return { kind: "media", targetSeconds, isEnded, segments };
}

/** Resolves addresses; null for an invalid one, and once they become too many or too long. */
function createResolver(base: string): (address: string) => string | null {
  let charactersLeft = MAX_ADDRESS_CHARACTERS;
  return (address) => {
    const href = URL.parse(address, base)?.href;
    charactersLeft -= href?.length ?? 0;
    return href === undefined || charactersLeft < 0 ? null : href;
  };
}

/** Empty for a line that is not a tag. */
function readTag(line: string): { readonly tag: string; readonly value: string } {
  if (!line.startsWith("#EXT")) return { tag: "", value: "" };
  const colon = line.indexOf(":");
  return colon === -1
    ? { tag: line.slice(1), value: "" }
    : { tag: line.slice(1, colon), value: line.slice(colon + 1) };
}

/** `<length>[@<from>]`. @returns null when that is not a valid range */
function readRange(text: string, next: number): ByteRange | null {
  const [length = 0, from = next] = text.split("@", 2).map(Number);
  return isWhole(from) && isWhole(length) && length > 0 && isWhole(from + length)
    ? { from, length }
    : null;
}

function isWhole(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0;
}

/** RFC 8216 §4.2. */
function readAttributes(list: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  let at = 0;
  while (at < list.length) {
    const equals = list.indexOf("=", at);
    if (equals === -1) break;
    const isQuoted = list[equals + 1] === '"';
    const from = equals + (isQuoted ? 2 : 1);
    const to = placeOf(list, isQuoted ? '"' : ",", from);
    attributes.set(list.slice(at, equals).trim(), list.slice(from, to));
    at = placeOf(list, ",", to) + 1;
  }
  return attributes;
}

/** The next index of a character; the end of the text when there is none. */
function placeOf(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from);
  return at === -1 ? text.length : at;
}
