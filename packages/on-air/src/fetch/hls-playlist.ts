/** A part of a file, in bytes. */
export interface ByteRange {
  readonly from: number;
  readonly length: number;
}

export interface HlsPart {
  readonly url: string;
  /** null: all of it. */
  readonly range: ByteRange | null;
}

export interface HlsSegment extends HlsPart {
  readonly sequence: number;
  readonly seconds: number;
  /** What EXTINF says beside the length; often nothing. */
  readonly title: string;
  /** What stands before the sound of fMP4; null: nothing does. */
  readonly map: HlsPart | null;
}

/** What an HLS playlist says, as far as sound needs it (RFC 8216). */
export type HlsPlaylist =
  | { readonly kind: "master"; readonly url: string }
  | {
      readonly kind: "media";
      readonly targetSeconds: number;
      /** Nothing will be added any more. */
      readonly isEnded: boolean;
      readonly segments: readonly HlsSegment[];
    }
  /** What is wrong, as a sentence. */
  | { readonly kind: "unusable"; readonly reason: string };

const MAX_SEGMENTS = 20_000;
const LONGEST_TARGET_SECONDS = 60;
/** Of what one would listen to: more is video. */
const MOST_BANDWIDTH = 600_000;

export function isHls(text: string): boolean {
  return /^#EXT-X-(?:TARGETDURATION|STREAM-INF|MEDIA-SEQUENCE)/m.test(text);
}

/** @param base address of the playlist */
export function readHlsPlaylist(text: string, base: string): HlsPlaylist {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return lines.some((line) => line.startsWith("#EXT-X-STREAM-INF"))
    ? readMaster(lines, base)
    : readMedia(lines, base);
}

function readMaster(lines: readonly string[], base: string): HlsPlaylist {
  const renditions = new Map<string, string>();
  const variants: { readonly address: string; readonly bandwidth: number; isVideo: boolean }[] = [];
  for (const [index, line] of lines.entries()) {
    const [, tag = "", list = ""] = /^#EXT-X-(MEDIA|STREAM-INF):(.*)$/.exec(line) ?? [];
    const attributes = readAttributes(list);
    if (tag === "MEDIA" && attributes.get("TYPE") === "AUDIO") {
      const [group = "", uri] = [attributes.get("GROUP-ID"), attributes.get("URI")];
      const isBetter = attributes.get("DEFAULT") === "YES" || !renditions.has(group);
      if (uri !== undefined && isBetter) renditions.set(group, uri);
    }
    const next = lines[index + 1] ?? "";
    if (tag !== "STREAM-INF" || next === "" || next.startsWith("#")) continue;
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

/** Sound alone is better than video, and the most of it that makes sense is best. */
function worth({
  bandwidth,
  isVideo,
}: {
  readonly bandwidth: number;
  readonly isVideo: boolean;
}): number {
  const sound = bandwidth <= MOST_BANDWIDTH ? bandwidth : MOST_BANDWIDTH / bandwidth;
  return isVideo ? -bandwidth : sound;
}

function readMedia(lines: readonly string[], base: string): HlsPlaylist {
  let targetSeconds = 0;
  let sequence = 0;
  let seconds = 0;
  let title = "";
  let range: ByteRange | null = null;
  let map: HlsPart | null = null;
  /** Where a range without a beginning goes on. */
  let rangeEnd = 0;
  const segments: HlsSegment[] = [];
  for (const line of lines) {
    const [, tag = "", value = ""] = /^#(EXT[^:]*):?(.*)$/.exec(line) ?? [];
    switch (tag) {
      case "EXT-X-TARGETDURATION":
        targetSeconds = Number(value);
        break;
      case "EXT-X-MEDIA-SEQUENCE":
        sequence = Number(value);
        break;
      case "EXTINF": {
        const [length = "", ...words] = value.split(",");
        seconds = Number(length);
        title = words.join(",").trim();
        break;
      }
      case "EXT-X-BYTERANGE":
        range = readRange(value, rangeEnd);
        break;
      case "EXT-X-KEY":
        if (readAttributes(value).get("METHOD") !== "NONE")
          return { kind: "unusable", reason: "The stream is encrypted" };
        break;
      case "EXT-X-MAP": {
        const attributes = readAttributes(value);
        const url = URL.parse(attributes.get("URI") ?? "http://", base);
        if (url === null) return { kind: "unusable", reason: "The HLS playlist is damaged" };
        const part = attributes.get("BYTERANGE");
        map = { url: url.href, range: part === undefined ? null : readRange(part, 0) };
        break;
      }
      default: {
        if (line === "" || line.startsWith("#")) break;
        const url = URL.parse(line, base);
        const isUsable = url !== null && seconds >= 0 && Number.isSafeInteger(sequence);
        if (!isUsable) return { kind: "unusable", reason: "The HLS playlist is damaged" };
        segments.push({ url: url.href, range, sequence, seconds, title, map });
        if (segments.length > MAX_SEGMENTS)
          return { kind: "unusable", reason: "The HLS playlist has no end" };
        sequence += 1;
        rangeEnd = range === null ? 0 : range.from + range.length;
        range = null;
        title = "";
      }
    }
  }
  if (!(targetSeconds > 0 && targetSeconds <= LONGEST_TARGET_SECONDS))
    return { kind: "unusable", reason: "The HLS playlist is damaged" };
  const isEnded = lines.includes("#EXT-X-ENDLIST");
  return { kind: "media", targetSeconds, isEnded, segments };
}

/** `<length>[@<from>]`. */
function readRange(text: string, from: number): ByteRange {
  const [length, start] = text.split("@").map(Number);
  return { from: start ?? from, length: length ?? 0 };
}

/** RFC 8216 §4.2. */
function readAttributes(list: string): ReadonlyMap<string, string> {
  const found = list.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^",]*))/g);
  return new Map(
    [...found].map(([, name = "", quoted, plain = ""]) => [name, quoted ?? plain] as const),
  );
}
