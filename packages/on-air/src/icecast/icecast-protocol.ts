import type { IcecastServer } from "../protocol/index.ts";
import type { StreamFormat } from "../formats/stream-formats.ts";

/** How a mount is announced. */
interface SourceTexts {
  readonly stationName: string;
  readonly description: string;
  readonly genre: string;
  readonly websiteUrl: string;
  readonly isPublic: boolean;
}

/**
 * The server's answer to a source: accepted, or refused and why. Never in the server's own words: otherwise users who
 * may change outputs could read what other services answer.
 */
export type SourceReply =
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly reason: "no-icecast" | "mount-in-use" }
  | { readonly kind: "refused"; readonly reason: "status"; readonly status: number };

const USER_AGENT = "Neon Relay";
const FORBIDDEN = 403;
/** Longest accepted head of an answer; a longer one is not Icecast's. */
export const MAX_REPLY_BYTES = 8 * 1024;

/**
 * The head of a source's request, for Icecast 2.4 and later. `Expect` makes every release answer at once: 2.5 does not
 * answer a PUT without it.
 */
export function sourceRequest({
  server,
  format,
  contentType,
  texts,
}: {
  readonly server: IcecastServer;
  readonly format: StreamFormat;
  readonly contentType: string;
  readonly texts: SourceTexts;
}): Buffer {
  const { bitrateKbps, sampleRateHz, channels } = format;
  const lines = [
    `PUT ${encodedMount(server.mount)} HTTP/1.1`,
    `Host: ${hostOf(server)}`,
    `Authorization: ${authorizationOf(server)}`,
    `User-Agent: ${USER_AGENT}`,
    `Content-Type: ${contentType}`,
    `Ice-Public: ${texts.isPublic ? 1 : 0}`,
    ...textLine("Ice-Name", texts.stationName),
    ...textLine("Ice-Description", texts.description),
    ...textLine("Ice-Genre", texts.genre),
    ...textLine("Ice-URL", texts.websiteUrl),
    `Ice-Bitrate: ${bitrateKbps}`,
    `Ice-Audio-Info: samplerate=${sampleRateHz};bitrate=${bitrateKbps};channels=${channels}`,
    "Expect: 100-continue",
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "utf8");
}

/**
 * Parses the answer received so far. `100 Continue` and `200 OK` both mean: send. Icecast's reasons are in the body.
 * @param isAll nothing more will come, or be waited for
 * @returns undefined while undecided
 */
export function readSourceReply(
  received: Buffer,
  { isAll }: { readonly isAll: boolean },
): SourceReply | undefined {
  const text = received.toString("latin1");
  const lineEnd = text.indexOf("\n");
  if (lineEnd < 0 && !isAll) return undefined;
  const firstLine = (lineEnd < 0 ? text : text.slice(0, lineEnd)).trimEnd();
  const match = /^(?:HTTP\/1\.[01]|ICE\/1\.0) (\d{3})(?: (.*))?$/.exec(firstLine);
  if (match === null) return { kind: "refused", reason: "no-icecast" };
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0 && !isAll) return undefined;
  const status = Number(match[1]);
  if (status === 100 || status === 200) return { kind: "accepted" };
  const head = text.slice(0, headEnd);
  const body = headEnd < 0 ? "" : text.slice(headEnd + 4);
  const bodyBytes = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (!isAll && (bodyBytes === undefined || body.length < Number(bodyBytes))) return undefined;
  return status === FORBIDDEN && /in use/i.test(`${match[2] ?? ""} ${body}`)
    ? { kind: "refused", reason: "mount-in-use" }
    : { kind: "refused", reason: "status", status };
}

/** Path and query that set the mount's title. Artist and title are sent as one: Icecast ignores a title by itself. */
export function metadataPath({
  mount,
  title,
}: {
  readonly mount: string;
  readonly title: string;
}): string {
  // URLSearchParams would encode a space as +, which Icecast reads as a plus.
  const value = (text: string): string => encodeURIComponent(text);
  return `/admin/metadata?mode=updinfo&charset=UTF-8&mount=${value(mount)}&song=${value(title)}`;
}

export function authorizationOf({ username, password }: IcecastServer): string {
  return `Basic ${Buffer.from(`${username}:${password}`, "utf8").toString("base64")}`;
}

/** `host:port`, with an IPv6 address in brackets. */
export function hostOf({ host, port }: IcecastServer): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

function encodedMount(mount: string): string {
  return mount.split("/").map(encodeURIComponent).join("/");
}

/** A header with user-supplied text; none if empty. */
function textLine(name: string, text: string): readonly string[] {
  const value = text
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, 256);
  return value === "" ? [] : [`${name}: ${value}`];
}
