import { fetchPiece, type WantedPiece } from "../listen/fetch-piece.ts";

/** What is playing. */
export type Hearing =
  | { readonly kind: "nothing" }
  /** The station is rendering the sound. */
  | { readonly kind: "waiting"; readonly what: "piece" | "join" }
  | {
      readonly kind: "playing";
      readonly what: "piece" | "join";
      /** Position in the file where the sound started. */
      readonly fromMs: number;
      /** Where in the sound the next track starts; null: it doesn't. */
      readonly joinAtMs: number | null;
      /** How much of it has played. */
      readonly elapsedMs: () => number;
    };

/** Plays pieces of a track, rendered by the station as they would air. Owns its audio until `close`. */
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

  /**
   * Call it from a click or a key press, or the browser blocks the sound.
   * @param onEnd called once it has all played
   */
  async play(piece: WantedPiece, onEnd: (untilMs: number) => void): Promise<void> {
    this.stop();
    const wanted = new AbortController();
    this.#wanted = wanted;
    const what = piece.nextTrackId === null ? "piece" : "join";
    this.#onChange({ kind: "waiting", what });
    try {
      const context = (this.#context ??= new AudioContext());
      await context.resume();
      const { signal } = wanted;
      const { sound, joinAtMs } = await fetchPiece(piece, { context, signal });
      if (signal.aborted) return;
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
