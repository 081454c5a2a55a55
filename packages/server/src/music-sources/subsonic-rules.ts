import { tidyNames } from "../library/artist-rules.ts";
import { audioExtensions } from "../library/music-format-rules.ts";
import { cleanTag } from "../library/track-rules.ts";
import { responseSchema, type SubsonicSong } from "./subsonic-answers.ts";

/** A parsed response. */
type SubsonicAnswer =
  | { readonly kind: "answered"; readonly content: unknown }
  | { readonly kind: "refused"; readonly code: number; readonly message: string }
  /** Not a Subsonic response: a web page, XML, a truncated answer. */
  | { readonly kind: "something-else"; readonly reason: string };

const MAX_SHOWN = 200;
const MAX_ID_LENGTH = 200;
/** Larger values are invalid: the server uses another unit, or means something else. */
const MAX_DURATION_SECONDS = 24 * 60 * 60;
const MAX_YEAR = 9999;
const MAX_NUMBER = 9999;
/** Beyond eight channels of uncompressed sound: some servers report bit/s. */
const MAX_KBPS = 40_000;

/**
 * Servers respond in JSON whatever the HTTP status, even when they refuse. In place of a file, the API allows an XML
 * refusal regardless of the requested format.
 */
export function readAnswer(status: number, text: string): SubsonicAnswer {
  const start = text.trimStart().slice(0, 200).toLowerCase();
  const parsed = responseSchema.safeParse(parseJson(text));
  if (parsed.success) {
    const { status: outcome, error, ...content } = parsed.data["subsonic-response"];
    if (outcome === "ok") return { kind: "answered", content };
    return { kind: "refused", code: error?.code ?? 0, message: error?.message ?? "" };
  }
  const failed = start.startsWith("<") ? readXmlRefusal(text) : null;
  if (failed !== null) return failed;
  if (status === 404)
    return { kind: "something-else", reason: "There is no Subsonic server at this address" };
  if (status === 401 || status === 403) return { kind: "refused", code: 40, message: "" };
  if (status === 429)
    return { kind: "something-else", reason: "The server receives too many requests (429)" };
  // Servers report an unsupported call this way: other calls work.
  if (status === 410 || status === 501)
    return { kind: "refused", code: 0, message: "it does not have this call" };
  if (status >= 500)
    return { kind: "something-else", reason: `The server answers with an error (${status})` };
  if (start.startsWith("<!doctype html") || start.startsWith("<html"))
    return {
      kind: "something-else",
      reason: "There is a web page at this address, not the API of a Subsonic server",
    };
  if (start.startsWith("<"))
    return { kind: "something-else", reason: "The server answers in XML, although asked for JSON" };
  return { kind: "something-else", reason: "The response is not that of a Subsonic server" };
}

function readXmlRefusal(text: string): SubsonicAnswer | null {
  const from = text.indexOf("<error ");
  if (from === -1 || !text.slice(0, from).includes("<subsonic-response")) return null;
  const error = text.slice(from, text.indexOf(">", from));
  const code = /code="(\d{1,3})"/.exec(error)?.[1];
  const message = /message="([^"]*)"/.exec(error)?.[1];
  return { kind: "refused", code: Number(code ?? 0), message: message ?? "" };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // reported by the caller
  }
}

/** A refusal in words. The codes are those of the Subsonic API and OpenSubsonic. */
export function wordRefusal({
  code,
  message,
}: {
  readonly code: number;
  readonly message: string;
}) {
  switch (code) {
    case 10:
      return "The server misses something in the request: an older one may need the password itself to sign in";
    case 20:
    case 30:
      return "The server speaks another version of the API (1.13 or newer is needed)";
    case 40:
    case 44:
      return "The server refuses the user name, password or key";
    case 41:
    case 42:
    case 43:
      return "The server does not accept this way of signing in: choose another one";
    case 50:
      return "The account there may not do this: change its rights on the server";
    case 60:
      return "The trial period of the server is over";
    case 70:
      return "The server no longer has it";
    default:
      return message.trim() === ""
        ? "The server refuses, and does not say why"
        : `The server refuses: ${cleanTag(message).slice(0, MAX_SHOWN)}`;
  }
}

/** Whether a refusal is about the credentials rather than the request. */
export function isSignInRefusal(code: number): boolean {
  return [10, 20, 30, 40, 41, 42, 43, 44, 60].includes(code);
}

/** Removes secrets that a server echoes. @param secrets to remove */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) if (secret !== "") clean = clean.replaceAll(secret, "…");
  return clean;
}

/** A song of a source, cleaned for the library. */
export interface SourceSong {
  readonly remoteId: string;
  readonly title: string;
  readonly artists: readonly string[];
  readonly album: string | null;
  readonly albumArtists: readonly string[];
  readonly genre: string | null;
  readonly year: number | null;
  readonly trackNumber: number | null;
  readonly discNumber: number | null;
  readonly durationMs: number;
  readonly bitrateKbps: number | null;
  readonly remoteBytes: number | null;
  readonly extension: string;
  readonly coverId: string | null;
  readonly version: string;
}

/** Placeholder when the server names no known music extension: the content decides. */
const ANY_EXTENSION = ".audio";

/** @returns null when it is not music, or can't be requested */
export function toSourceSong(
  song: SubsonicSong,
  album: { readonly artists: readonly string[]; readonly coverId: string | null },
): SourceSong | null {
  const title = cleanTag(song.title ?? "");
  if (song.isVideo === true || title === "" || !isUsableId(song.id)) return null;
  const seconds = within(song.duration, MAX_DURATION_SECONDS) ?? 0;
  const extension = `.${(song.suffix ?? "").toLowerCase()}`;
  const coverId = song.coverArt ?? album.coverId;
  const remoteBytes = within(song.size, Number.MAX_SAFE_INTEGER);
  return {
    remoteId: song.id,
    title,
    artists: sourceNames(song),
    album: textOrNull(song.album),
    albumArtists: album.artists,
    genre: textOrNull(song.genre),
    year: within(song.year, MAX_YEAR),
    trackNumber: within(song.track, MAX_NUMBER),
    discNumber: within(song.discNumber, MAX_NUMBER),
    durationMs: seconds * 1000,
    bitrateKbps: within(song.bitRate, MAX_KBPS),
    remoteBytes,
    extension: audioExtensions.has(extension) ? extension : ANY_EXTENSION,
    coverId: coverId !== null && isUsableId(coverId) ? coverId : null,
    version: `${remoteBytes ?? ""} ${seconds} ${extension.slice(0, 20)}`,
  };
}

/** The artists of a song or an album: separately when the server lists several, else as displayed. */
export function sourceNames({
  artists,
  displayArtist,
  artist,
}: Pick<SubsonicSong, "artists" | "displayArtist" | "artist">): string[] {
  const names = tidyNames(artists.map(({ name }) => cleanTag(name ?? "")));
  const shown = textOrNull(displayArtist) ?? textOrNull(artist);
  return names.length > 1 || shown === null ? names : [shown];
}

/** Ids are only ever sent as a query parameter. */
export function isUsableId(id: string): boolean {
  return id !== "" && id.length <= MAX_ID_LENGTH && /^[^\p{Cc}\p{Cs}]+$/u.test(id);
}

function textOrNull(text: string | null | undefined): string | null {
  const clean = cleanTag(text ?? "");
  return clean === "" ? null : clean;
}

/** A positive integer up to `most`; null for anything else. */
function within(value: number | null | undefined, most: number): number | null {
  if (value === null || value === undefined) return null;
  const whole = Math.round(value);
  return Number.isSafeInteger(whole) && whole > 0 && whole <= most ? whole : null;
}
