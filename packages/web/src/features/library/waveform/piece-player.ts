import { trackSoundCalls, type TrackCues } from "@neonrelay/contract/callers";
import { callApiForFile } from "../../../api/call-api-for-file.ts";

/** What is heard. */
export type Hearing =
  | { readonly kind: "nothing" }
  /** The station is making the sound. */
  | { readonly kind: "waiting"; readonly what: "piece" | "join" }
  | {
      readonly kind: "playing";
      readonly what: "piece" | "join";
      /** Where in the file the sound began. */
      readonly fromMs: number;
      /** Where in the sound the next track begins; null: it does not. */
      readonly joinAtMs: number | null;
      /** How much of it has been heard. */
      readonly elapsedMs: () => number;
    };

export interface WantedPiece {
  readonly trackId: string;
  readonly cues: TrackCues;
  readonly fromMs: number;
  readonly nextTrackId: string | null;
}

/** The station's own limit is below it. */
const RENDER_LIMIT_MS = 60_000;

/** Plays pieces of a track that the station renders as they would be on air. Owns its sound until `close`. */
export class PiecePlayer {
  readonly #onChange: (hearing: Hearing) => void;
  readonly #onFailure: (error: unknown) => void;
  #context: AudioContext | undefined;
  #source: AudioBufferSourceNode | undefined;
  #wanted: AbortController | undefined;

  constructor({
    onChange,
    onFailure,
  }: {
    readonly onChange: (hearing: Hearing) => void;
    readonly onFailure: (error: unknown) => void;
  }) {
    this.#onChange = onChange;
    this.#onFailure = onFailure;
  }

  /** Call it from a click or a key, or the browser keeps the sound back. @param onEnd once all of it was heard */
  async play(piece: WantedPiece, onEnd: (untilMs: number) => void): Promise<void> {
    this.stop();
    const wanted = new AbortController();
    this.#wanted = wanted;
    const what = piece.nextTrackId === null ? "piece" : "join";
    this.#onChange({ kind: "waiting", what });
    try {
      const context = (this.#context ??= new AudioContext());
      await context.resume();
      const { trackId, ...body } = piece;
      const limits = { limitMs: RENDER_LIMIT_MS, signal: wanted.signal };
      const request = { params: { id: trackId }, body };
      const answer = await callApiForFile(trackSoundCalls.renderTrackSound, request, limits);
      const sound = await context.decodeAudioData(answer.bytes);
      if (wanted.signal.aborted) return;
      const join = answer.headers.get("x-join-ms");
      const joinAtMs = join === null ? null : Number(join);
      this.#start(sound, { what, fromMs: piece.fromMs, joinAtMs, onEnd });
    } catch (error) {
      if (wanted.signal.aborted) return;
      this.stop();
      this.#onFailure(error);
    }
  }

  stop(): void {
    this.#wanted?.abort();
    this.#wanted = undefined;
    const source = this.#source;
    this.#source = undefined;
    source?.stop();
    source?.disconnect();
    this.#onChange({ kind: "nothing" });
  }

  async close(): Promise<void> {
    this.stop();
    await this.#context?.close();
    this.#context = undefined;
  }

  #start(
    sound: AudioBuffer,
    {
      what,
      fromMs,
      joinAtMs,
      onEnd,
    }: {
      readonly what: "piece" | "join";
      readonly fromMs: number;
      readonly joinAtMs: number | null;
      readonly onEnd: (untilMs: number) => void;
    },
  ): void {
    const context = this.#context;
    if (context === undefined) return;
    const source = context.createBufferSource();
    source.buffer = sound;
    source.connect(context.destination);
    const startedAt = context.currentTime;
    source.addEventListener("ended", () => {
      if (this.#source !== source) return;
      this.stop();
      onEnd(fromMs + sound.duration * 1000);
    });
    source.start();
    this.#source = source;
    const elapsedMs = () => Math.min(sound.duration, context.currentTime - startedAt) * 1000;
    this.#onChange({ kind: "playing", what, fromMs, joinAtMs, elapsedMs });
  }
}
