import { randomUUID } from "node:crypto";
import { silenceOfFile, unmeasuredSilence, type SilenceRule } from "../formats/silence-rules.ts";
import { albumPlaceOf } from "../engine/join-rules.ts";
import type { EnginePlay } from "../engine/engine-protocol.ts";
import type {
  AiredPlay,
  PlanItem,
  PlanStart,
  PlayableTrack,
  QueueEntry,
} from "../protocol/index.ts";
import type { NextChoice } from "./playout-rules.ts";
import { msToSamples, samplesToMs } from "../programme/programme-clock.ts";

export interface PlayTitle {
  readonly artist: string;
  readonly title: string;
}

/** A track that can be put on air. */
export interface TrackPlay {
  readonly kind: "track";
  readonly playId: string;
  readonly track: PlayableTrack;
  /** FFmpeg's format name of an external stream; null: detect it, or it is a file. */
  readonly format: string | null;
  /** null: not from the queue. */
  readonly entryId: string | null;
  /** null: not from the plan. A track from neither comes from the rotation. */
  readonly itemId: string | null;
  readonly requestedBy: string | null;
  /** It counts towards the limit of requests. */
  readonly isRequest: boolean;
  /** [P21] It is played with its album's gain; absent: with its own. */
  readonly hasAlbumGain?: boolean | undefined;
}

/** The cued play. */
export interface Cue {
  readonly play: TrackPlay;
  /** The engine has its beginning in memory. */
  readonly isReady: boolean;
}

/** A DJ who can go on air. The play's id is also the id of its feed. A session that comes back is a new play. */
export interface DjPlay {
  readonly kind: "live";
  readonly playId: string;
  readonly sessionId: string;
  readonly djName: string;
  /** FFmpeg's format name; null: detect it. */
  readonly format: string | null;
  /** Applies until the feed has a title. */
  readonly title: PlayTitle;
}

/** A play that can be put on air. */
export type PlannedPlay = TrackPlay | DjPlay;

/** A new title within a feed. Outside on-air it is a separate play. */
export interface FeedTitle extends PlayTitle {
  readonly airedId: string;
  /** Programme position from which it applies. */
  readonly positionSamples: number;
  /** Wall-clock time of that position, in ms. */
  readonly atMs: number;
}

/** A play that is, or was, on air. */
export type StartedPlay = PlannedPlay & Start;

interface Start {
  /** Start of its item of the plan; null: no item. */
  readonly planStart: PlanStart | null;
  /** The broadcast it is heard over, without its title; null: it is on air alone. */
  readonly overSessionId: string | null;
  /** null: still the initial title. */
  readonly feedTitle: FeedTitle | null;
  /** Programme position of the track's first sample. */
  readonly audioStartSamples: number;
  /** Programme position from which its title applies. */
  readonly titleSamples: number;
  /** Wall-clock time of `audioStartSamples`, in ms. */
  readonly startedAtMs: number;
}

/**
 * Makes a play with its own id from the choice; null for nothing.
 * @param formatOf see `TrackPlay.format`
 */
export function planPlay(
  choice: NextChoice,
  formatOf: (entryId: string) => string | null,
): TrackPlay | null {
  switch (choice.kind) {
    case "queue":
      return {
        ...planEntry(choice.entry),
        itemId: choice.itemId,
        format: formatOf(choice.entry.entryId),
      };
    case "plan":
      return planItem(choice.item);
    case "rotation": {
      const none = {
        format: null,
        entryId: null,
        itemId: null,
        requestedBy: null,
        isRequest: false,
      };
      return { kind: "track", playId: randomUUID(), track: choice.track, ...none };
    }
    case "nothing":
      return null;
    default:
      return choice satisfies never;
  }
}

export function planEntry(entry: QueueEntry): TrackPlay {
  const { entryId, requestedBy, isRequest } = entry;
  const track = trackOf(entry);
  const none = { format: null, itemId: null };
  return { kind: "track", playId: randomUUID(), track, entryId, requestedBy, isRequest, ...none };
}

export function planItem({
  itemId,
  start: _start,
  requests: _requests,
  ...track
}: PlanItem): TrackPlay {
  const none = { format: null, entryId: null, requestedBy: null, isRequest: false };
  return { kind: "track", playId: randomUUID(), track, itemId, ...none };
}

/** Whether it is external: it comes over a feed and has no beginning to return to. */
export function isStream(play: PlannedPlay): boolean {
  return play.kind === "track" && play.track.kind === "stream";
}

/** A new play of the same track and entry. */
export function planAgain(play: TrackPlay): TrackPlay {
  return { ...play, playId: randomUUID() };
}

/**
 * The play as sent to the engine. A feed has the id of its play.
 * @param offsetMs where to start in the file, not before the cue-in; for a feed, how much was heard
 */
export function enginePlay(play: PlannedPlay, offsetMs: number): EnginePlay {
  if (play.kind === "live" || play.track.kind === "stream") {
    const { playId, format } = play;
    const source = { kind: "feed", feedId: playId, isLive: play.kind === "live", format } as const;
    return { playId, source, gainDb: 0, offsetMs };
  }
  const { path, gainDb, albumGainDb, cues, quietestDb, hasDcOffset } = play.track;
  return {
    playId: play.playId,
    source: {
      kind: "file",
      path,
      cues,
      albumPlace: albumPlaceOf(play.track),
      quietestDb,
      hasDcOffset,
    },
    gainDb: play.hasAlbumGain === true ? (albumGainDb ?? gainDb) : gainDb,
    albumGainDb,
    offsetMs: Math.max(offsetMs, cues?.cueInMs ?? 0),
  };
}

/** A play that ends with its file is left this long before, so that its end does not click: [P22]. */
const END_RAMP_MS = 20;

/** Programme position at which the next play starts, by the cue points; null: they don't say. */
export function followedAtSamples(play: StartedPlay): number | null {
  if (play.kind === "live" || play.track.kind === "stream") return null;
  const { cues } = play.track;
  const endMs = cues?.startNextMs ?? null;
  return endMs === null ? null : play.audioStartSamples + msToSamples(endMs - END_RAMP_MS);
}

/** What counts as silence in that play; null: the emergency loop, which is as loud as any. */
export function silenceOf(play: PlannedPlay | null): SilenceRule {
  if (play === null) return silenceOfFile({ quietestDb: 0, gainDb: 0 });
  if (play.kind === "live" || play.track.kind === "stream") return unmeasuredSilence;
  return silenceOfFile(play.track);
}

/** The play as sent to the server. */
export function airedPlay(play: StartedPlay): AiredPlay {
  return {
    playId: airedIdOf(play),
    ...originOf(play),
    ...(play.overSessionId === null ? {} : { sessionId: play.overSessionId }),
    ...titleOfPlay(play),
    startMs: samplesToMs(play.feedTitle?.positionSamples ?? play.titleSamples),
    audioStartMs: samplesToMs(airedFromSamples(play)),
    startedAtMs: play.feedTitle?.atMs ?? play.startedAtMs,
  };
}

/** Its id outside on-air. */
export function airedIdOf(play: StartedPlay): string {
  return play.feedTitle?.airedId ?? play.playId;
}

/** Programme position of the first sample with the current title. */
export function airedFromSamples(play: StartedPlay): number {
  return play.feedTitle?.positionSamples ?? play.audioStartSamples;
}

/** Its initial title if its feed has no other. */
export function titleOfPlay(play: PlannedPlay | StartedPlay): PlayTitle {
  const feedTitle = "feedTitle" in play ? play.feedTitle : null;
  const { artist, title } = feedTitle ?? (play.kind === "live" ? play.title : play.track);
  return { artist, title };
}

type Origin = Pick<
  AiredPlay,
  "kind" | "trackId" | "sessionId" | "djName" | "entryId" | "itemId" | "requestedBy" | "durationMs"
>;

function originOf(play: PlannedPlay): Origin {
  if (play.kind === "live") {
    const { sessionId, djName } = play;
    const none = {
      trackId: null,
      entryId: null,
      itemId: null,
      requestedBy: null,
      durationMs: null,
    };
    return { kind: "live", sessionId, djName, ...none };
  }
  const { track, entryId, itemId, requestedBy } = play;
  const { trackId, durationMs } = track;
  const rest = { trackId, djName: null, entryId, itemId, requestedBy, durationMs };
  return track.kind === "stream"
    ? { kind: "stream", sessionId: play.playId, ...rest }
    : { kind: "library", sessionId: null, ...rest };
}

function trackOf(entry: QueueEntry): PlayableTrack {
  const { entryId: _entryId, requestedBy: _requestedBy, ...track } = entry;
  return track;
}
