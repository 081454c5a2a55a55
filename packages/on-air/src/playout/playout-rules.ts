import { isDueAtJoin, isTooLate, type WhileLive } from "./timed-rules.ts";
import type { PlanItem, PlayableTrack, QueueEntry } from "../protocol/index.ts";

/** What comes on air next. */
export type NextChoice =
  | { readonly kind: "queue"; readonly entry: QueueEntry }
  | { readonly kind: "plan"; readonly item: PlanItem }
  | { readonly kind: "rotation"; readonly track: PlayableTrack }
  | { readonly kind: "nothing" };

export interface ChoiceSituation {
  /** Entries that have not started, soonest first. */
  readonly queue: readonly QueueEntry[];
  /** Items of the plan that have not started, soonest first. */
  readonly plan: readonly PlanItem[];
  /** Wall-clock time in ms; timed items are due by it. */
  readonly nowMs: number;
  /** See `isDueAtJoin`. */
  readonly exactOnAir: WhileLive | null;
  readonly rotation: readonly PlayableTrack[];
  /** Tracks of the last plays, newest last. */
  readonly recentTrackIds: readonly string[];
  /** Tracks whose file could not be read recently. */
  readonly restingTrackIds: ReadonlySet<string>;
}

/** How many plays the rotation looks back over, at most. */
export const MAX_RECENT_PLAYS = 100;

/**
 * What there is to choose from while a new engine begins with a play that it has not announced: that play is already
 * taken, though it has not started.
 */
export function choicesBeside(
  beginning: CuedChoice | null,
  given: Omit<ChoiceSituation, "restingTrackIds">,
): Omit<ChoiceSituation, "restingTrackIds"> {
  if (beginning === null) return given;
  const { queue, plan, rotation, recentTrackIds } = given;
  return {
    ...given,
    queue: queue.filter(({ entryId }) => entryId !== beginning.entryId),
    plan: plan.filter(({ itemId }) => itemId !== beginning.itemId),
    rotation,
    recentTrackIds: [...recentTrackIds, beginning.track.trackId],
  };
}

/** A track of the rotation must not be among this many of the last plays. */
export function rotationWindow(librarySize: number): number {
  return Math.min(MAX_RECENT_PLAYS, Math.floor(librarySize / 2));
}

/**
 * First an item of the plan that is due, then the head of the queue, then the first item of the plan without a time
 * that can be played, then a track of the rotation that was not played recently.
 * @param random at least 0, below 1
 */
export function chooseNext(situation: ChoiceSituation, random: number): NextChoice {
  const due = dueItem(situation);
  if (due !== undefined) return { kind: "plan", item: due };
  const entry = situation.queue[0];
  if (entry !== undefined) return { kind: "queue", entry };
  const item = planHead(situation);
  if (item !== undefined) return { kind: "plan", item };
  const candidates = rotationCandidates(situation);
  const track = candidates[Math.floor(random * candidates.length)];
  return track === undefined ? { kind: "nothing" } : { kind: "rotation", track };
}

/** The next entry of the queue, if it is a stream. */
export function streamAtHead(queue: readonly QueueEntry[]): QueueEntry | null {
  const [head] = queue;
  return head?.kind === "stream" ? head : null;
}

/** What is cued, for the decision whether to keep it. */
export interface CuedChoice {
  readonly track: PlayableTrack;
  /** null: not from the queue. */
  readonly entryId: string | null;
  /** null: not from the plan. */
  readonly itemId: string | null;
}

/** Whether what is cued is still what should come next. */
export function isCueStillRight(cued: CuedChoice | null, situation: ChoiceSituation): boolean {
  if (cued === null) return false;
  const due = dueItem(situation);
  if (due !== undefined) return cued.itemId === due.itemId && isSameSound(cued.track, due);
  const head = situation.queue[0];
  if (head !== undefined) return cued.entryId === head.entryId && isSameSound(cued.track, head);
  if (cued.entryId !== null) return false;
  const item = planHead(situation);
  if (item !== undefined) return cued.itemId === item.itemId && isSameSound(cued.track, item);
  if (cued.itemId !== null) return false;
  const track = rotationCandidates(situation).find(({ trackId }) => trackId === cued.track.trackId);
  return track !== undefined && isSameSound(cued.track, track);
}

/** The first item without a time that can be played; items passed over keep their place. */
function planHead({ plan, restingTrackIds, nowMs }: ChoiceSituation): PlanItem | undefined {
  return plan.find(
    (item) =>
      item.start.kind === "follow" && !isTooLate(item, nowMs) && !restingTrackIds.has(item.trackId),
  );
}

/** The first item that is due at the next join. */
function dueItem(situation: ChoiceSituation): PlanItem | undefined {
  const { plan, restingTrackIds } = situation;
  return plan.find((item) => !restingTrackIds.has(item.trackId) && isDueAtJoin(item, situation));
}

/** The tracks that can be played and were not among the last plays. */
function rotationCandidates({
  rotation,
  recentTrackIds,
  restingTrackIds,
}: Pick<
  ChoiceSituation,
  "rotation" | "recentTrackIds" | "restingTrackIds"
>): readonly PlayableTrack[] {
  const playable = rotation.filter(({ trackId }) => !restingTrackIds.has(trackId));
  const window = rotationWindow(playable.length);
  const recent = new Set(window === 0 ? [] : recentTrackIds.slice(-window));
  return playable.filter(({ trackId }) => !recent.has(trackId));
}

/** Whether both have the same tracks, files and order. */
export function isSameRotation(
  first: readonly PlayableTrack[],
  second: readonly PlayableTrack[],
): boolean {
  return (
    first.length === second.length &&
    first.every(({ trackId, path }, index) => {
      const other = second[index];
      return other?.trackId === trackId && other.path === path;
    })
  );
}

function isSameSound(first: PlayableTrack, second: PlayableTrack): boolean {
  return (
    first.path === second.path &&
    first.gainDb === second.gainDb &&
    first.cues?.cueInMs === second.cues?.cueInMs &&
    first.cues?.cueOutMs === second.cues?.cueOutMs &&
    first.cues?.startNextMs === second.cues?.startNextMs
  );
}

/** Keeps the newest `limit` values, which are the last ones. */
export function keepNewest<Value>(values: readonly Value[], limit: number): readonly Value[] {
  return values.length <= limit ? values : values.slice(values.length - limit);
}
