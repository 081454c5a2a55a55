import { albumPlaceOf, isNextOnDisc } from "../engine/join-rules.ts";
import { isDueAtJoin, isTakeOverSoon, isTooLate, type WhileLive } from "./timed-rules.ts";
import type { PlanItem, PlayableTrack, QueueEntry } from "../protocol/index.ts";

const HOUR_MS = 60 * 60_000;
/** A play is recorded up to this long before it is heard. Anything further ahead is from a clock that was wrong. */
const AHEAD_MS = 60_000;

/** What comes on air next. */
export type NextChoice =
  | {
      readonly kind: "queue";
      readonly entry: QueueEntry;
      /** The item of the plan it replaces; null: it comes before the plan. */
      readonly itemId: string | null;
    }
  | { readonly kind: "plan"; readonly item: PlanItem }
  | { readonly kind: "rotation"; readonly track: PlayableTrack }
  | { readonly kind: "nothing" };

export interface ChoiceSituation extends RequestLimit {
  /** Entries that have not started, soonest first. */
  readonly queue: readonly QueueEntry[];
  /** Items of the plan that have not started, soonest first. */
  readonly plan: readonly PlanItem[];
  /** See `isDueAtJoin`. */
  readonly joinBehind: WhileLive | null;
  readonly rotation: readonly PlayableTrack[];
  /** Tracks of the latest plays, newest last. */
  readonly recentTrackIds: readonly string[];
  /** Tracks with a recently unreadable file. */
  readonly restingTrackIds: ReadonlySet<string>;
}

/** Maximum plays the rotation looks back over. */
export const MAX_RECENT_PLAYS = 100;

/**
 * The choices while a new engine starts with a play it has not announced: that play is already taken, though it has not
 * started.
 */
export function choicesBeside<Situation extends Omit<ChoiceSituation, "restingTrackIds">>(
  beginning: (CuedChoice & { readonly isRequest: boolean }) | null,
  given: Situation,
): Situation {
  if (beginning === null) return given;
  const { queue, plan, rotation, recentTrackIds, requestStartsMs, nowMs } = given;
  return {
    ...given,
    requestStartsMs: beginning.isRequest ? [...requestStartsMs, nowMs] : requestStartsMs,
    queue: queue.filter(({ entryId }) => entryId !== beginning.entryId),
    plan: plan.filter(({ itemId }) => itemId !== beginning.itemId),
    rotation,
    recentTrackIds: [...recentTrackIds, beginning.track.trackId],
  };
}

/** A track of the rotation must not be among this many of the latest plays. */
export function rotationWindow(librarySize: number): number {
  return Math.min(MAX_RECENT_PLAYS, Math.floor(librarySize / 2));
}

/**
 * [P30] The choices now. While an exact item is about to take over, the queue waits, because an entry that was cut off
 * would be used up. It does not wait if there is nothing else.
 */
export function choicesNow(situation: ChoiceSituation): ChoiceSituation {
  const { plan, nowMs } = situation;
  if (!plan.some((item) => isTakeOverSoon(item, nowMs))) return situation;
  const others = { ...situation, queue: [] };
  return chooseNext(others, 0).kind === "nothing" ? situation : others;
}

/**
 * In this order: a due item of the plan, the first admissible entry of the queue, the first playable untimed item of
 * the plan, a track of the rotation not played recently. A request replaces an item meant for requests.
 * @param random at least 0, below 1
 */
export function chooseNext(situation: ChoiceSituation, random: number): NextChoice {
  const planned = choosePlanned(situation);
  if (planned !== null) return planned;
  const candidates = rotationCandidates(situation);
  const track = candidates[Math.floor(random * candidates.length)];
  return track === undefined ? { kind: "nothing" } : { kind: "rotation", track };
}

/**
 * [P21] Whether the track continues the album on air, or is followed by more of its album.
 * @param situation once it is taken
 */
export function isPlayedInAlbum(
  track: PlayableTrack,
  {
    onAir,
    situation,
  }: { readonly onAir: PlayableTrack | null; readonly situation: ChoiceSituation },
): boolean {
  const planned = choosePlanned(situation);
  const following = planned === null ? null : wantedOf(planned).track;
  const place = albumPlaceOf(track);
  return (
    isNextOnDisc(onAir && albumPlaceOf(onAir), place) ||
    isNextOnDisc(place, following && albumPlaceOf(following))
  );
}

/** What comes before the rotation; null: nothing. */
function choosePlanned(
  situation: ChoiceSituation,
): Extract<NextChoice, { readonly kind: "queue" | "plan" }> | null {
  const entries = admittedQueue(situation);
  const due = dueItem(situation);
  if (due !== undefined) {
    const request = due.requests === "here" ? entries.find(isRequest) : undefined;
    return request === undefined
      ? { kind: "plan", item: due }
      : { kind: "queue", entry: request, itemId: due.itemId };
  }
  const head = planHead(situation);
  const [entry] = entries;
  if (entry === undefined) return head === undefined ? null : { kind: "plan", item: head };
  const isHere = entry.isRequest && head?.requests === "here";
  return { kind: "queue", entry, itemId: isHere ? head.itemId : null };
}

/** Entries of the queue that may come at the next join, soonest first. */
export function admittedQueue(
  situation: PlanSituation & RequestLimit & Pick<ChoiceSituation, "queue">,
): readonly QueueEntry[] {
  const due = dueItem(situation);
  const item = due?.requests === "here" ? due : (planHead(situation) ?? null);
  return admittedEntries(situation.queue, { item, limit: situation });
}

function isRequest(entry: QueueEntry): boolean {
  return entry.isRequest;
}

/** The next entry of the queue, if it is a stream. */
export function streamAtHead(queue: readonly QueueEntry[]): QueueEntry | null {
  const [head] = queue;
  return head?.kind === "stream" ? head : null;
}

/** The cue, for the decision whether to keep it. */
interface CuedChoice {
  readonly track: PlayableTrack;
  /** null: not from the queue. */
  readonly entryId: string | null;
  /** null: not from the plan. */
  readonly itemId: string | null;
}

/** Whether the cue is still what should come next. */
export function isCueStillRight(cued: CuedChoice | null, situation: ChoiceSituation): boolean {
  if (cued === null) return false;
  const planned = choosePlanned(situation);
  if (planned !== null) {
    const { entryId, itemId, track } = wantedOf(planned);
    return cued.entryId === entryId && cued.itemId === itemId && isSameSound(cued.track, track);
  }
  if (cued.entryId !== null || cued.itemId !== null) return false;
  const track = rotationCandidates(situation).find(({ trackId }) => trackId === cued.track.trackId);
  return track !== undefined && isSameSound(cued.track, track);
}

function wantedOf(choice: Extract<NextChoice, { readonly kind: "queue" | "plan" }>): CuedChoice {
  if (choice.kind === "plan")
    return { track: choice.item, entryId: null, itemId: choice.item.itemId };
  const { entry, itemId } = choice;
  return { track: entry, entryId: entry.entryId, itemId };
}

type PlanSituation = Pick<ChoiceSituation, "plan" | "restingTrackIds" | "nowMs" | "joinBehind">;

/** The first playable item without a time; skipped items keep their place. */
function planHead({ plan, restingTrackIds, nowMs }: PlanSituation): PlanItem | undefined {
  return plan.find(
    (item) =>
      item.start.kind === "follow" && !isTooLate(item, nowMs) && !restingTrackIds.has(item.trackId),
  );
}

/** The first item due at the next join. */
function dueItem(situation: PlanSituation): PlanItem | undefined {
  const { plan, restingTrackIds } = situation;
  return plan.find((item) => !restingTrackIds.has(item.trackId) && isDueAtJoin(item, situation));
}

/** Playable tracks that were not among the latest plays. */
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
    first.albumGainDb === second.albumGainDb &&
    first.cues?.cueInMs === second.cues?.cueInMs &&
    first.cues?.cueOutMs === second.cues?.cueOutMs &&
    first.cues?.startNextMs === second.cues?.startNextMs &&
    first.cues?.fadeInMs === second.cues?.fadeInMs &&
    first.cues?.fadeOutMs === second.cues?.fadeOutMs
  );
}

/** Keeps the last `limit` values, which are the newest. */
export function keepNewest<Value>(values: readonly Value[], limit: number): readonly Value[] {
  return values.length <= limit ? values : values.slice(values.length - limit);
}

/** What decides whether a waiting request may start. */
export interface RequestLimit {
  /** When requests started, wall clock. */
  readonly requestStartsMs: readonly number[];
  /** null: no limit. */
  readonly requestsPerHour: number | null;
  readonly nowMs: number;
}

/** When the requests of the last 60 minutes started, oldest first. */
export function startsOfHour(startsMs: readonly number[], nowMs: number): readonly number[] {
  return startsMs
    .filter((atMs) => atMs > nowMs - HOUR_MS && atMs < nowMs + AHEAD_MS)
    .toSorted((a, b) => a - b);
}

/** [P37] Whether another request may start. */
export function isWithinLimit({ requestStartsMs, requestsPerHour, nowMs }: RequestLimit): boolean {
  return requestsPerHour === null || startsOfHour(requestStartsMs, nowMs).length < requestsPerHour;
}

/**
 * [P36] Entries that may come before or instead of an item of the plan, soonest first. Entries other than requests
 * always may.
 * @param item null: none is left
 */
function admittedEntries(
  queue: readonly QueueEntry[],
  { item, limit }: { readonly item: PlanItem | null; readonly limit: RequestLimit },
): readonly QueueEntry[] {
  if (item?.requests !== "behind" && isWithinLimit(limit)) return queue;
  return queue.filter(({ isRequest }) => !isRequest);
}
