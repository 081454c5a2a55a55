import type { Segment } from "../audio/pcm-ring.ts";
import type { FrameLabel } from "./block-writer.ts";
import type { Deck } from "./deck.ts";
import type { EmergencyLoop } from "./emergency-loop.ts";
import { PROGRAMME_RATE_HZ, type EnginePlay } from "./engine-protocol.ts";
import { ownFadesOf, ownGain, straightSamples, type OwnFades } from "./own-fades.ts";
import { GainRamp, gainOfDb } from "./volume.ts";

/** [P21] Slow enough to pass for the music's own dynamics. */
const GLIDE_DB_PER_SECOND = 0.5;

/** How far a feed has been played. */
export interface FeedPlace {
  readonly feedId: string;
  /** Position of its next byte. */
  bytes: number;
  /** null until it has one. */
  mark: number | null;
  isSilent: boolean;
}

/** Something heard: a play on a deck, or the emergency loop. `fileSamples` is the position in the play's file. */
export type Voice =
  | {
      readonly kind: "track";
      readonly deck: Deck;
      readonly play: EnginePlay;
      readonly gain: GainRamp;
      readonly fades: OwnFades | null;
      fileSamples: number;
      readonly feed: FeedPlace | null;
    }
  | { readonly kind: "emergency"; readonly loop: EmergencyLoop };
export type TrackVoice = Extract<Voice, { kind: "track" }>;

/** What a voice's next step depends on. */
export type VoiceState = TrackState | { readonly kind: "emergency" };
export interface TrackState extends Pick<TrackVoice, "kind" | "play" | "fileSamples"> {
  readonly deck: DeckState;
}
export type DeckState = Pick<Deck, "available" | "failure" | "isComplete" | "status">;

export function trackVoice({
  deck,
  play,
}: {
  readonly deck: Deck;
  readonly play: EnginePlay;
}): TrackVoice {
  const fileSamples = Math.round((play.offsetMs * PROGRAMME_RATE_HZ) / 1000);
  const sound = { gain: new GainRamp(gainOfDb(play.gainDb)), fades: ownFadesOf(play) };
  return { kind: "track", deck, play, ...sound, fileSamples, feed: null };
}

/** The same once on air, with its feed's mark read from the deck once. */
export function enterVoice(voice: TrackVoice): TrackVoice {
  const { source } = voice.play;
  if (source.kind === "file") return voice;
  const feed: FeedPlace = { feedId: source.feedId, bytes: 0, mark: null, isSilent: false };
  moveFeed(feed, voice.deck);
  return { ...voice, feed };
}

/** Updates what is known about the next sample. @returns whether its mark has changed */
export function moveFeed(feed: FeedPlace, deck: Deck): boolean {
  // The counter overflows, the difference does not.
  const bytes = deck.takePlace();
  if (bytes !== undefined) feed.bytes += (bytes - feed.bytes) | 0;
  const mark = deck.takeMark();
  if (mark === undefined || mark === feed.mark) return false;
  feed.mark = mark;
  return true;
}

/** While the station is paused a file stops; a feed passes unheard. */
export function passWhilePaused(voice: Voice, samples: number): void {
  if (voice.kind !== "track" || voice.feed === null) return;
  const count = Math.min(samples, voice.deck.available);
  voice.deck.skip(count);
  voice.fileSamples += count;
}

/** The label of a mixed frame while this voice sets the title. */
export function labelOf(voice: Voice, isSilentOnPurpose: boolean): FrameLabel {
  if (voice.kind === "emergency")
    return { playId: null, playOffsetSamples: 0, isSilentOnPurpose, feed: null };
  const { play, fileSamples, feed } = voice;
  return {
    playId: play.playId,
    playOffsetSamples: fileSamples,
    isSilentOnPurpose,
    feed: feed === null ? null : { feedId: feed.feedId, bytes: feed.bytes, mark: feed.mark },
  };
}

/** Samples available now. */
function availableOf(voice: Voice): number {
  return voice.kind === "track" ? voice.deck.available : Infinity;
}

/** Samples until its end; undefined while the end isn't in sight. */
export function remainingOf(voice: VoiceState): number | undefined {
  return voice.kind === "track" && voice.deck.isComplete ? voice.deck.available : undefined;
}

/** Default start of a play in its file. */
export function cueInMsOf({ source }: EnginePlay): number {
  return source.kind === "file" ? (source.cues?.cueInMs ?? 0) : 0;
}

/**
 * [P21] Moves its gain to that of its album, or to its own without one.
 * @param former the track it continues without a seam: it starts with that gain
 */
export function moveToAlbumGain({ play, gain }: TrackVoice, former?: TrackVoice): void {
  if (former !== undefined) gain.rampTo(former.gain.value, 0);
  const target = gainOfDb(play.albumGainDb ?? play.gainDb);
  if (target === gain.target) return;
  const distanceDb = Math.abs(20 * Math.log10(target / gain.value));
  gain.rampTo(target, Math.ceil((distanceDb / GLIDE_DB_PER_SECOND) * PROGRAMME_RATE_HZ));
}

/** Mixes as much of the segment as the voice still has. */
export function mixVoice(voice: Voice, target: Float32Array, segment: Segment): void {
  if (voice.kind === "emergency") {
    voice.loop.mixInto(target, segment);
    return;
  }
  const count = Math.min(segment.count, voice.deck.available);
  const { deck, fades, gain } = voice;
  const rise = count === 0 ? 0 : (segment.gainTo - segment.gainFrom) / count;
  for (let done = 0; done < count;) {
    const straight = fades === null ? count : straightSamples(fades, voice.fileSamples);
    const step = Math.min(count - done, straight, gain.remaining > 0 ? gain.remaining : Infinity);
    const gainAt = (sample: number): number =>
      (segment.gainFrom + rise * (done + sample)) *
      (fades === null ? 1 : ownGain(fades, voice.fileSamples + sample));
    const gainFrom = gainAt(0) * gain.value;
    deck.mixInto(target, {
      at: segment.at + done,
      count: step,
      gainFrom,
      gainTo: gainAt(step) * gain.advance(step),
    });
    voice.fileSamples += step;
    done += step;
  }
}

/** Whether it is a DJ. */
export function isDj(voice: Voice): boolean {
  return voice.kind === "track" && voice.play.source.kind === "feed" && voice.play.source.isLive;
}

/** Whether its file turned out broken; what was read before is still heard. */
export function isFailed({ deck }: Pick<TrackState, "deck">): boolean {
  return deck.status === "failed";
}

/** Whether fewer than `samples` are left although the end has not been reached. */
export function isDry(voice: Voice, samples: number): boolean {
  return remainingOf(voice) === undefined && availableOf(voice) < samples;
}

/** The reason to report for a voice that ran dry: a file never should, a feed depends on its sender. */
export function describeDryness(voice: Voice): {
  readonly isFile: boolean;
  readonly detail: string;
} {
  const isFile = voice.kind !== "track" || voice.play.source.kind === "file";
  return {
    isFile,
    detail: isFile ? "The file could not be read in time" : "Nothing came for too long",
  };
}
