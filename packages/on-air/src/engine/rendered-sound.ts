import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Limiter } from "../audio/limiter.ts";
import { MountEncoder } from "../audio/mount-encoder.ts";
import { CHANNELS, MIX_FRAME_SAMPLES } from "../audio/pcm-format.ts";
import { codecFrames } from "../formats/codec-frames.ts";
import type { PlayableTrack } from "../protocol/index.ts";
import { albumPlaceOf, isNextOnDisc } from "./join-rules.ts";
import { Deck, deckReaderUrl } from "./deck.ts";
import {
  CROSSFADE_MS,
  PROGRAMME_RATE_HZ,
  type EngineEvent,
  type EnginePlay,
} from "./engine-protocol.ts";
import { FrameGrid } from "./frame-grid.ts";
import { Mixer } from "./mixer.ts";

/** Sound as it would be on air. */
type RenderedSound =
  | {
      readonly kind: "rendered";
      /** MP3 frames. */
      readonly sound: Buffer;
      /** Where in it the next track starts; null without one. */
      readonly joinAtMs: number | null;
    }
  | { readonly kind: "refused"; readonly reason: string };

const FORMAT = {
  codec: "mp3",
  bitrateKbps: 128,
  sampleRateHz: PROGRAMME_RATE_HZ,
  channels: CHANNELS,
} as const;
/** Longest time until both files have sound. */
const OPEN_LIMIT_MS = 20_000;
const CHECK_INTERVAL_MS = 2;
/** What the engine needs buffered of a play that is not near its end. */
const ENOUGH_SAMPLES = PROGRAMME_RATE_HZ;
/** Gives full gain. */
const VOLUME = 75;

/**
 * Plays a track from a position in its file, and into the next one, with the engine's own mixer and limiter, as fast as
 * the files can be read.
 * @param longestMs maximum length of the sound
 * @param afterJoinMs how much to render from the start of the next track on
 */
export async function renderSound({
  track,
  fromMs,
  next,
  longestMs,
  afterJoinMs,
}: {
  readonly track: PlayableTrack;
  readonly fromMs: number;
  readonly next: PlayableTrack | null;
  readonly longestMs: number;
  readonly afterJoinMs: number;
}): Promise<RenderedSound> {
  const hasAlbumGain = next !== null && isNextOnDisc(albumPlaceOf(track), albumPlaceOf(next));
  const current = playOf(track, { offsetMs: fromMs, hasAlbumGain });
  const coming =
    next === null ? null : playOf(next, { offsetMs: next.cues?.cueInMs ?? 0, hasAlbumGain });
  const events: EngineEvent[] = [];
  const decks = ["A", "B"].map(
    (name) => new Deck({ name, reader: deckReaderUrl, isSpare: true, onDeath: () => {} }),
  );
  try {
    const mixer = mixerOf({ current, decks, events });
    const way = new WayOut();
    const longest = samplesOf(longestMs) + grid.preRollSamples;
    let until = longest;
    const limit = AbortSignal.timeout(OPEN_LIMIT_MS);
    const isReady = () => decks.every((deck) => deck.isComplete || deck.available > ENOUGH_SAMPLES);
    await untilReady(() => mixer.isStartable && isReady(), { mixer, events, limit });
    way.add(mixer);
    if (coming !== null) mixer.cue(coming);
    await untilReady(() => coming === null || mixer.isStartable, { mixer, events, limit });
    let joinAtMs: number | null = null;
    while (mixer.mixedSamples < until && !hasFailed(events) && !isOver(events, current, next)) {
      await untilReady(isReady, { mixer, events, limit });
      way.add(mixer);
      if (coming === null || joinAtMs !== null) continue;
      const join = joinOf(events, coming);
      if (join === undefined) continue;
      joinAtMs = Math.round((join * 1000) / PROGRAMME_RATE_HZ);
      until = Math.min(longest, join + samplesOf(afterJoinMs) + grid.preRollSamples);
    }
    const failure = hasFailed(events);
    if (failure !== undefined) return { kind: "refused", reason: failure };
    return { kind: "rendered", sound: way.end(), joinAtMs };
  } finally {
    await Promise.all(decks.map((deck) => deck.end({ limitMs: 5000 })));
  }
}

/** Limits and encodes. */
class WayOut {
  readonly #limiter = new Limiter();
  readonly #encoder = new MountEncoder(FORMAT);
  readonly #frames: Buffer[] = [];
  readonly #mixed = new Float32Array(MIX_FRAME_SAMPLES * CHANNELS);

  add(mixer: Mixer): void {
    mixer.produce(this.#mixed);
    const left = new Float32Array(MIX_FRAME_SAMPLES);
    const right = new Float32Array(MIX_FRAME_SAMPLES);
    this.#limiter.process(this.#mixed, left, right);
    this.#frames.push(...this.#encoder.encode({ left, right }));
  }

  /** Drops the frames in which the encoder settles, so that a decoder's first sample is the requested one. */
  end(): Buffer {
    this.#encoder.close();
    return Buffer.concat(this.#frames.slice(codecFrames[FORMAT.codec].dropped));
  }
}

const grid = new FrameGrid(FORMAT);

function mixerOf({
  current,
  decks,
  events,
}: {
  readonly current: EnginePlay;
  readonly decks: readonly Deck[];
  readonly events: EngineEvent[];
}): Mixer {
  return new Mixer({
    decks,
    start: {
      positionSamples: 0,
      crossfadeMs: CROSSFADE_MS,
      isPlaying: true,
      isFadedOut: false,
      volume: VOLUME,
      current,
    },
    grid,
    // Silence, where the station would play its loop.
    emergencyPcm: new Float32Array(MIX_FRAME_SAMPLES * CHANNELS),
    sourceOf: ({ source, offsetMs }) => {
      if (source.kind !== "file") throw new Error("only files are rendered");
      return { ...source, offsetMs };
    },
    emit: (event) => events.push(event),
  });
}

/** @throws the signal's error when a file takes too long */
async function untilReady(
  isReady: () => boolean,
  {
    mixer,
    events,
    limit,
  }: {
    readonly mixer: Mixer;
    readonly events: readonly EngineEvent[];
    readonly limit: AbortSignal;
  },
): Promise<void> {
  mixer.poll();
  while (!isReady() && hasFailed(events) === undefined) {
    limit.throwIfAborted();
    await wait(CHECK_INTERVAL_MS);
    mixer.poll();
  }
}

/** Why one of the files can't be played; undefined if both can. */
function hasFailed(events: readonly EngineEvent[]): string | undefined {
  for (const event of events) {
    if (event.kind === "cue.failed") return event.detail;
    if (event.kind === "play.ended" && event.reason === "failed")
      return event.detail ?? "The file could not be read";
  }
  return undefined;
}

/** Whether the track has ended and nothing follows it. */
function isOver(
  events: readonly EngineEvent[],
  { playId }: EnginePlay,
  next: PlayableTrack | null,
): boolean {
  return (
    next === null && events.some((event) => event.kind === "play.ended" && event.playId === playId)
  );
}

/** Where it starts to be heard; undefined: it has not started. */
function joinOf(events: readonly EngineEvent[], play: EnginePlay): number | undefined {
  for (const event of events)
    if (event.kind === "play.started" && event.playId === play.playId)
      return event.audioStartSamples + samplesOf(play.offsetMs);
  return undefined;
}

function playOf(
  track: PlayableTrack,
  { offsetMs, hasAlbumGain }: { readonly offsetMs: number; readonly hasAlbumGain: boolean },
): EnginePlay {
  const { path, albumGainDb, cues, hasDcOffset } = track;
  return {
    playId: randomUUID(),
    source: { kind: "file", path, cues, albumPlace: albumPlaceOf(track), hasDcOffset },
    gainDb: hasAlbumGain ? (albumGainDb ?? track.gainDb) : track.gainDb,
    albumGainDb,
    offsetMs,
  };
}

function samplesOf(ms: number): number {
  return Math.round((ms * PROGRAMME_RATE_HZ) / 1000);
}
