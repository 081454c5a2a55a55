/** Runs a mixer on real decks as fast as they read, and keeps every sample before limiter and encoder. For tests. */
import { setTimeout as wait } from "node:timers/promises";
import { CHANNELS, MIX_FRAME_SAMPLES, SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";
import { Deck, deckReaderUrl } from "./deck.ts";
import type { EngineEvent, EnginePlay } from "./engine-protocol.ts";
import { FrameGrid } from "./frame-grid.ts";
import { Mixer } from "./mixer.ts";

const WAIT_LIMIT_MS = 45_000;
const SETTLED_SAMPLES = 10 * SAMPLE_RATE_HZ;
const SETTLE_STEP_MS = 2;

/** Decks of finished mixers. Starting their threads takes longer than reading what a test hears. */
const idleDecks: (readonly Deck[])[] = [];

/** Call at the end of a suite. */
export async function endDecks(): Promise<void> {
  await Promise.all(
    idleDecks
      .splice(0)
      .flat()
      .map(async (deck) => await deck.end({ limitMs: 5000 })),
  );
}

function startDecks(): readonly Deck[] {
  return ["A", "B", "C", "D"].map(
    (name) => new Deck({ name, reader: deckReaderUrl, isSpare: true, onDeath: () => {} }),
  );
}

export class TestMixer {
  readonly events: EngineEvent[] = [];
  /** How many times a deck had to open something. */
  opened = 0;
  readonly mixer: Mixer;
  readonly #decks: readonly Deck[];
  readonly #frames: Float32Array[] = [];
  #hasEnded = false;

  constructor({
    current,
    crossfadeMs,
    djFile,
  }: {
    current: EnginePlay;
    crossfadeMs: number;
    /** The file every DJ sends. */
    djFile?: string;
  }) {
    this.#decks = idleDecks.pop() ?? startDecks();
    this.mixer = new Mixer({
      decks: this.#decks,
      start: {
        positionSamples: 0,
        crossfadeMs,
        isPlaying: true,
        isFadedOut: false,
        volume: 75,
        current,
      },
      grid: new FrameGrid({ codec: "mp3", sampleRateHz: 44_100 }),
      emergencyPcm: new Float32Array(MIX_FRAME_SAMPLES * CHANNELS),
      sourceOf: ({ source, offsetMs }) => {
        this.opened += 1;
        if (source.kind === "file") return { ...source, offsetMs };
        if (djFile === undefined) throw new Error("files only");
        return { kind: "file", path: djFile, cues: null, albumPlace: null, offsetMs };
      },
      emit: (event) => this.events.push(event),
    });
  }

  /** Mixes until that much has been heard; the cue is opened first. @returns the left channel so far */
  async hear(samples: number): Promise<Float32Array> {
    const limit = AbortSignal.timeout(WAIT_LIMIT_MS);
    while (this.heardSamples < samples) {
      this.mixer.poll();
      if (!this.#isSettled) {
        limit.throwIfAborted();
        await wait(SETTLE_STEP_MS);
        continue;
      }
      const frame = new Float32Array(MIX_FRAME_SAMPLES * CHANNELS);
      this.mixer.produce(frame);
      this.#frames.push(frame);
    }
    const left = new Float32Array(this.#frames.length * MIX_FRAME_SAMPLES);
    for (const [number, frame] of this.#frames.entries())
      for (let sample = 0; sample < MIX_FRAME_SAMPLES; sample += 1)
        left[number * MIX_FRAME_SAMPLES + sample] = frame[sample * CHANNELS] ?? 0;
    return left.subarray(new FrameGrid({ codec: "mp3", sampleRateHz: 44_100 }).preRollSamples);
  }

  /** Whether the decks have read everything, or far more than is mixed at once, so that their speed does not matter. */
  get #isSettled(): boolean {
    const isWaiting = this.mixer.isPreparing && !this.mixer.isStartable;
    return (
      !isWaiting &&
      this.#decks.every(({ isComplete, available }) => isComplete || available > SETTLED_SAMPLES)
    );
  }

  get heardSamples(): number {
    return (
      this.mixer.mixedSamples - new FrameGrid({ codec: "mp3", sampleRateHz: 44_100 }).preRollSamples
    );
  }

  /** Position of that play's first file sample. */
  startOf({ playId }: EnginePlay): number {
    for (const event of this.events)
      if (event.kind === "play.started" && event.playId === playId) return event.audioStartSamples;
    throw new Error("it has not started");
  }

  /** Frees its decks for another mixer. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const deck of this.#decks) if (deck.isUp) deck.unload();
    idleDecks.push(this.#decks);
  }
}
