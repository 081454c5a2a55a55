import { FetchError } from "./fetch-error.ts";
import { fetchGuarded, requireSuccess, type Answer, type FetchRules } from "./guarded-client.ts";
import { isHls } from "./hls-playlist.ts";
import { PLAYLIST_LIMITS, readHls, type HlsPiece } from "./hls-reader.ts";
import { IcyReader } from "./icy-reader.ts";
import { contentOf, soundFormatOf, playlistEntries } from "./playlist-rules.ts";
import { decodeText } from "../text/decode-text.ts";

export interface OpenedStream {
  /** FFmpeg's name of the format; null: detect it from the bytes. */
  readonly format: string | null;
  /** The content, to be read once. Leaving it ends the connection. @throws FetchError when it breaks off */
  readonly pieces: AsyncGenerator<HlsPiece, void>;
}

export interface StreamOrder {
  readonly url: string;
  readonly rules: FetchRules;
  /** Aborts everything, whatever we are waiting for. */
  readonly signal: AbortSignal;
}

/** A playlist in a playlist in a playlist. */
const MAX_DEPTH = 3;
const MAX_ENTRIES_TRIED = 10;
/** This many bytes are enough to tell what an answer is. */
const START_BYTES = 1024;
/** How much of an M3U, PLS or XSPF is read. */
const ENTRIES_BYTES = 64 * 1024;
/** Minimum bytes of sound between two titles; more frequent ones cost work for no sound. */
const LEAST_METAINT = 256;

/**
 * Opens a stream wherever its address leads: to sound, to HLS, or to a playlist, whose first working entry is used.
 * @throws FetchError
 */
export async function openStream(order: StreamOrder): Promise<OpenedStream> {
  const led = { ...order, asked: order.url };
  return await open(led, { depth: 0, budget: { left: MAX_ENTRIES_TRIED } });
}

/** An entry of a playlist; `asked` is the address the user entered. */
type LedOrder = StreamOrder & { readonly asked: string };

async function open(
  order: LedOrder,
  place: { readonly depth: number; readonly budget: { left: number } },
): Promise<OpenedStream> {
  const answer = await fetchGuarded({ ...order, headers: { "icy-metadata": "1" } });
  try {
    requireSuccess(answer);
    const start = await readAtLeast(answer.body, START_BYTES);
    const content = contentOf(start, answer.header("content-type") ?? "");
    switch (content.kind) {
      case "sound": {
        const { format } = content;
        if (start.length === 0) throw new FetchError("The server sends nothing");
        return { format, pieces: soundOf(answer, start) };
      }
      case "page":
        throw new FetchError("That address is a web page, not a stream");
      case "playlist":
        return await followPlaylist(await readText(answer, start), { answer, order, place });
      default:
        return content satisfies never;
    }
  } catch (error) {
    answer.close();
    throw error;
  }
}

async function* soundOf(answer: Answer, start: Buffer): AsyncGenerator<HlsPiece, void> {
  const metaint = Number(answer.header("icy-metaint"));
  if (metaint > 0 && metaint < LEAST_METAINT)
    throw new FetchError("The stream is cut into pieces that are too small");
  const icy = Number.isSafeInteger(metaint) && metaint > 0 ? new IcyReader(metaint) : null;
  const piecesOf = (bytes: Buffer): readonly HlsPiece[] =>
    icy === null ? [{ kind: "sound", bytes }] : icy.take(bytes);
  yield* piecesOf(start);
  for await (const chunk of answer.body) yield* piecesOf(chunk);
}

async function followPlaylist(
  text: string,
  {
    answer,
    order,
    place,
  }: {
    readonly answer: Answer;
    readonly order: LedOrder;
    readonly place: { readonly depth: number; readonly budget: { left: number } };
  },
): Promise<OpenedStream> {
  if (isHls(text)) return await openHls({ url: answer.url.href, text }, order);
  if (place.depth >= MAX_DEPTH) throw new FetchError("The playlists are nested too deeply");
  let failure = new FetchError("The playlist names no stream");
  for (const entry of playlistEntries(text)) {
    if (place.budget.left === 0) break;
    place.budget.left -= 1;
    const url = URL.parse(entry, answer.url)?.href;
    if (url === undefined) continue;
    try {
      return await open({ ...order, url }, { depth: place.depth + 1, budget: place.budget });
    } catch (error) {
      if (!(error instanceof FetchError) || order.signal.aborted) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** The format shows in the first sound: HLS has three kinds of segments. */
async function openHls(
  found: { readonly url: string; readonly text: string },
  order: LedOrder,
): Promise<OpenedStream> {
  const pieces = readHls(found, order);
  const first: HlsPiece[] = [];
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) throw new FetchError("The HLS playlist has no segment");
    first.push(next.value);
    if (next.value.kind === "title") continue;
    return { format: soundFormatOf(next.value.bytes), pieces: behind(first, pieces) };
  }
}

async function* behind(
  first: readonly HlsPiece[],
  rest: AsyncGenerator<HlsPiece, void>,
): AsyncGenerator<HlsPiece, void> {
  try {
    yield* first;
    yield* rest;
  } finally {
    await rest.return();
  }
}

/** Only HLS is read to its end; of other playlists the first entries are enough. */
async function readText(answer: Answer, start: Buffer): Promise<string> {
  const more = await readAtLeast(answer.body, ENTRIES_BYTES - start.length);
  const head = Buffer.concat([start, more]);
  if (head.length < ENTRIES_BYTES) return decodeText(head, null);
  if (!isHls(decodeText(head, null))) return decodeText(head.subarray(0, ENTRIES_BYTES), null);
  const rest = await readAtLeast(answer.body, PLAYLIST_LIMITS.maxBytes - head.length + 1);
  if (head.length + rest.length > PLAYLIST_LIMITS.maxBytes)
    throw new FetchError("The playlist is too long");
  return decodeText(Buffer.concat([head, rest]), null);
}

/** That many bytes, or all there are. */
async function readAtLeast(body: Answer["body"], bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  while (size < bytes) {
    const next = await body.next();
    if (next.done === true) break;
    chunks.push(next.value);
    size += next.value.length;
  }
  return Buffer.concat(chunks);
}
