import { ICY_METAINT } from "./icy.ts";
import type { OnAirSettings } from "../protocol/index.ts";
import type { StreamFormat } from "../formats/stream-formats.ts";

export const SERVER_NAME = "Neon Relay";

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Sent with every answer of a mount, so that pages of any origin can read the stream and its titles. */
export const corsHeaders: HeaderList = [
  ["Access-Control-Allow-Origin", "*"],
  ["Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"],
  ["Access-Control-Allow-Headers", "Content-Type, Icy-MetaData, Range, If-Range, Authorization"],
  [
    "Access-Control-Expose-Headers",
    "icy-metaint, icy-name, icy-br, icy-genre, icy-description, icy-url, Content-Range",
  ],
];

/** Stop caches and proxies from storing, changing or delaying the stream. */
export const neverCachedHeaders: HeaderList = [
  ["Cache-Control", "no-store, no-transform"],
  ["Pragma", "no-cache"],
  ["Expires", "Mon, 26 Jul 1997 05:00:00 GMT"],
  ["X-Accel-Buffering", "no"],
];

/** Headers of a mount, the same for GET and HEAD. */
export function mountHeaders({
  contentType,
  settings,
  format,
  wantsTitles,
}: {
  readonly contentType: string;
  readonly settings: OnAirSettings;
  /** Format of the stream being sent. */
  readonly format: StreamFormat;
  readonly wantsTitles: boolean;
}): HeaderList {
  const texts: HeaderList = [
    ["icy-name", headerText(settings.stationName)],
    ["icy-genre", headerText(settings.genre)],
    ["icy-description", headerText(settings.description)],
    ["icy-url", headerText(settings.websiteUrl)],
  ];
  return [
    ["Content-Type", contentType],
    ...neverCachedHeaders,
    ["Accept-Ranges", "none"],
    ...corsHeaders,
    ["icy-br", String(format.bitrateKbps)],
    ...texts.filter(([, value]) => value !== ""),
    ["icy-pub", "0"],
    ["ice-audio-info", audioInfo(format)],
    ...(wantsTitles ? ([["icy-metaint", String(ICY_METAINT)]] as const) : []),
  ];
}

/** A mount's format in Icecast's wording. */
export function audioInfo({ bitrateKbps, sampleRateHz, channels }: StreamFormat): string {
  return `samplerate=${sampleRateHz};bitrate=${bitrateKbps};channels=${channels}`;
}

/** The head of a raw answer without a length: its body lasts as long as the connection. */
export function rawStreamHead({
  headers,
  date,
}: {
  readonly headers: HeaderList;
  readonly date: Date;
}): Buffer {
  const lines = [
    "HTTP/1.1 200 OK",
    `Server: ${SERVER_NAME}`,
    `Date: ${date.toUTCString()}`,
    "Connection: close",
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "utf8");
}

/**
 * Makes user-supplied text safe for a header line: no line breaks or other control characters, at most 256 characters.
 */
function headerText(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, 256);
}
