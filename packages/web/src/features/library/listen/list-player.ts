import { fetchPiece } from "./fetch-piece.ts";
import { findPiece, hasMore, placeIn, withPiece, type PieceSpan } from "./listen-rules.ts";

/** A track of a list that can be listened to. */
export interface ListenedTrack {
  readonly trackId: string;
  readonly durationMs: number;
}

/** What is playing from a list. */
export type Listening =
  | { readonly kind: "nothing" }
  /** The station is rendering the sound. */
  | {
      readonly kind: "waiting";
      readonly rowId: string;
      readonly trackId: string;
      readonly atMs: number;
    }
  | {
      readonly kind: "playing";
      readonly rowId: string;
      readonly trackId: string;
      /** Current position in the file. */
      readonly atMs: () => number;
    };

/** The part of a track to play. */
export interface Wanted {
  /** The row in the list: a track may be in it more than once. */
  readonly rowId: string;
  readonly track: ListenedTrack;
  readonly atMs: number;
  /** Copies of the track, preloaded at the same position. */
  readonly copies: readonly ListenedTrack[];
}

interface Piece extends PieceSpan {
  readonly sound: AudioBuffer;
}

interface Flight {
  readonly trackId: string;
  readonly fromMs: number;
  readonly abort: AbortController;
  readonly ended: Promise<unknown>;
}

/** Delay before fetching while a slider moves. */
const SETTLE_MS = 200;

/** Plays one track of a list at a time, uncut, at the station's loudness. Owns its audio until `close`. */
export class ListPlayer {
  readonly #onChange: (listening: Listening) => void;
  readonly #onFailure: (error: unknown) => void;
  #context: AudioContext | undefined;
  #source: AudioBufferSourceNode | undefined;
  #wanted: AbortController | undefined;
  #rowId: string | undefined;
  /** The request in progress; the station renders one piece at a time. */
  #flight: Flight | undefined;
  #settle: ReturnType<typeof setTimeout> | undefined;
  #pieces: readonly Piece[] = [];

  constructor({
    onChange,
    onFailure,
  }: {
    readonly onChange: (listening: Listening) => void;
    readonly onFailure: (error: unknown) => void;
  }) {
    this.#onChange = onChange;
    this.#onFailure = onFailure;
  }

  /** Call it from a click or a key press, or the browser blocks the sound. */
  async play({ rowId, track, atMs, copies }: Wanted): Promise<void> {
    this.#halt();
    this.#rowId = rowId;
    const wanted = new AbortController();
    this.#wanted = wanted;
    const { trackId, durationMs } = track;
    const place = placeIn(durationMs, atMs);
    this.#onChange({ kind: "waiting", rowId, trackId, atMs: place });
    try {
      const context = (this.#context ??= new AudioContext());
      await context.resume();
      const piece = await this.#pieceAt(context, { track, atMs: place, signal: wanted.signal });
      if (wanted.signal.aborted) return;
      this.#start(context, piece, { rowId, track, atMs: place, copies });
      await this.#fetchAhead(context, piece, { track, copies, signal: wanted.signal });
    } catch (error) {
      if (wanted.signal.aborted) return;
      this.stop();
      this.#onFailure(error);
    }
  }

  /** Jumps to another position; after a short delay if that has to be fetched. */
  seek(wanted: Wanted): void {
    const { rowId, track } = wanted;
    const { trackId } = track;
    const atMs = placeIn(track.durationMs, wanted.atMs);
    clearTimeout(this.#settle);
    if (findPiece(this.#pieces, { trackId, atMs }) !== undefined)
      return void this.play({ ...wanted, atMs });
    this.#halt();
    this.#rowId = rowId;
    this.#onChange({ kind: "waiting", rowId, trackId, atMs });
    this.#settle = setTimeout(() => void this.play({ ...wanted, atMs }), SETTLE_MS);
  }

  /** Stops if that row was playing; it has left the list. */
  leave(rowId: string): void {
    if (this.#rowId === rowId) this.stop();
  }

  stop(): void {
    this.#halt();
    this.#flight?.abort.abort();
    this.#rowId = undefined;
    this.#onChange({ kind: "nothing" });
  }

  async close(): Promise<void> {
    this.stop();
    this.#pieces = [];
    await this.#context?.close();
    this.#context = undefined;
  }

  #halt(): void {
    clearTimeout(this.#settle);
    this.#wanted?.abort();
    this.#wanted = undefined;
    const source = this.#source;
    this.#source = undefined;
    source?.stop();
    source?.disconnect();
  }

  async #pieceAt(
    context: AudioContext,
    {
      track: { trackId, durationMs },
      atMs,
      signal,
    }: { readonly track: ListenedTrack; readonly atMs: number; readonly signal: AbortSignal },
  ): Promise<Piece> {
    const known =
      findPiece(this.#pieces, { trackId, atMs }) ?? (await this.#onItsWay(trackId, atMs));
    if (known !== undefined) return known;
    signal.throwIfAborted();
    this.#flight?.abort.abort();
    // The whole file, including what the programme leaves out.
    const all = { cueInMs: 0, cueOutMs: durationMs, startNextMs: null };
    const cues = { ...all, fadeInMs: null, fadeOutMs: null, gainDb: null };
    const wanted = { trackId, cues, fromMs: atMs, nextTrackId: null };
    const abort = new AbortController();
    const fetched = fetchPiece(wanted, { context, signal: abort.signal });
    const flight = { trackId, fromMs: atMs, abort, ended: fetched.catch(() => {}) };
    this.#flight = flight;
    try {
      const { sound } = await fetched;
      const piece = { trackId, fromMs: atMs, untilMs: atMs + sound.duration * 1000, sound };
      this.#pieces = withPiece(this.#pieces, piece);
      return piece;
    } finally {
      if (this.#flight === flight) this.#flight = undefined;
    }
  }

  /** Waits for the piece with that position, if the station is already rendering it. */
  async #onItsWay(trackId: string, atMs: number): Promise<Piece | undefined> {
    const flight = this.#flight;
    if (flight === undefined || flight.trackId !== trackId || flight.fromMs > atMs)
      return undefined;
    await flight.ended;
    return findPiece(this.#pieces, { trackId, atMs });
  }

  /** Preloads the copies at the same position, so that comparing them needs no wait, and then the next piece. */
  async #fetchAhead(
    context: AudioContext,
    { fromMs, untilMs }: Piece,
    {
      track,
      copies,
      signal,
    }: {
      readonly track: ListenedTrack;
      readonly copies: readonly ListenedTrack[];
      readonly signal: AbortSignal;
    },
  ): Promise<void> {
    const ahead = copies.slice(0, 2).map((copy) => ({ track: copy, atMs: fromMs }));
    for (const next of [...ahead, { track, atMs: untilMs }]) {
      if (!hasMore(next.track.durationMs, next.atMs)) continue;
      try {
        await this.#pieceAt(context, { ...next, atMs: Math.round(next.atMs), signal });
      } catch {
        // Reported when it is played.
        if (signal.aborted) return;
      }
    }
  }

  #start(context: AudioContext, piece: Piece, wanted: Wanted): void {
    const { rowId, track, atMs } = wanted;
    const source = context.createBufferSource();
    source.buffer = piece.sound;
    source.connect(context.destination);
    const startedAt = context.currentTime;
    source.addEventListener("ended", () => {
      if (this.#source !== source) return;
      if (hasMore(track.durationMs, piece.untilMs))
        void this.play({ ...wanted, atMs: piece.untilMs });
      else this.stop();
    });
    source.start(0, (atMs - piece.fromMs) / 1000);
    this.#source = source;
    const now = () => atMs + (context.currentTime - startedAt) * 1000;
    this.#onChange({
      kind: "playing",
      rowId,
      trackId: track.trackId,
      atMs: () => Math.min(piece.untilMs, now()),
    });
  }
}
