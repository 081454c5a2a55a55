import type { PlanItem, QueueEntry } from "../protocol/index.ts";
import { msToSamples, type ProgrammeTime } from "../programme/programme-clock.ts";
import type { AirPlays } from "./air-plays.ts";
import type { Cueing } from "./cueing.ts";
import type { DjHandover, TimedPlay } from "./dj-plays.ts";
import type { PlayLedger } from "./play-ledger.ts";
import type { PlayoutStore } from "./playout-store.ts";
import { planEntry, planItem, type TrackPlay } from "./plays.ts";
import {
  exactItem,
  heardToItsEnd,
  isDueAtJoin,
  isTakeOverSoon,
  isTooLate,
  whileLiveOf,
  whyMissed,
  type WhileLive,
} from "./timed-rules.ts";

interface TimedParts {
  readonly store: Pick<PlayoutStore, "plan" | "settings">;
  readonly ledger: PlayLedger;
  readonly air: AirPlays;
  readonly cueing: Pick<Cueing, "isResting" | "reconsider" | "firstRequest" | "hasRoomForRequests">;
  readonly taking: DjHandover;
  /** See `isDueAtJoin`. */
  readonly joinBehind: () => WhileLive | null;
  readonly time: Pick<ProgrammeTime, "positionSamples" | "speed">;
  /** Offset from the running engine's positions to the programme's. */
  readonly engineShiftSamples: () => number;
  /** Cancels the play of a DJ without sound: an item comes first. */
  readonly onPostponed: (playId: string) => void;
}

/** How often to check the wall clock, in ms. */
const CHECK_INTERVAL_MS = 100;
/** This close to its time a change of the wall clock no longer moves an item, in ms. */
const SETTLED_MS = 1000;
/** This long before its time an item is put before a DJ without sound, in ms: the ring may be 5 s ahead. */
const BEFORE_DJ_MS = 8000;
/** The wall clock and the sound drift apart by less than this. */
const DRIFT_MS = 50;

/** Follows the wall clock for the timed items of the plan. */
export class TimedTurns {
  readonly #parts: TimedParts;
  #checkedAtMs = -Infinity;
  /** What is due, how much of the plan is too late, and whether requests may come. */
  #turn = "";
  /** The engine shift that the current order was made with. */
  #shiftSamples = 0;

  constructor(parts: TimedParts) {
    this.#parts = parts;
  }

  /** Time has passed: checks at intervals. */
  follow(): void {
    if (performance.now() - this.#checkedAtMs >= CHECK_INTERVAL_MS) this.update();
  }

  /** The plan, the play on air or an operator's order has changed. */
  update(): void {
    const { store, ledger, cueing, taking } = this.#parts;
    this.#checkedAtMs = performance.now();
    if (store.plan.every(isUntimed)) {
      this.#order(null);
      return this.#reconsider(`${cueing.hasRoomForRequests}`);
    }
    const nowMs = Date.now();
    for (const item of store.plan) {
      const detail = whyMissed(item, nowMs);
      if (detail !== null) ledger.miss(item, detail);
    }
    this.#lookForExact(nowMs);
    const joinBehind = this.#parts.joinBehind();
    const due = store.plan.find(
      (item) => isDueAtJoin(item, { nowMs, joinBehind }) && !cueing.isResting(item),
    );
    const soon = store.plan.find((item) => isTakeOverSoon(item, nowMs));
    const tooLate = store.plan.filter((item) => isTooLate(item, nowMs)).length;
    const reserved = taking.timed?.play.entryId;
    return this.#reconsider(
      `${cueing.hasRoomForRequests} ${due?.itemId} ${soon?.itemId} ${tooLate} ${reserved}`,
    );
  }

  /** @param turn everything that the choice of the next play depends on */
  #reconsider(turn: string): void {
    if (turn === this.#turn) return;
    this.#turn = turn;
    this.#parts.cueing.reconsider();
  }

  #lookForExact(nowMs: number): void {
    const { store, air, cueing, taking, time, engineShiftSamples } = this.#parts;
    const isLive = air.current?.kind === "live";
    const exact = exactItem(store.plan, {
      nowMs,
      isLive,
      isExactOnAir: taking.exactOnAir !== null,
      orderedId: taking.timed?.play.itemId ?? null,
      isPlaying: store.settings.isPlaying,
      isResting: (item) => cueing.isResting(item),
    });
    if (exact === null) return this.#order(null);
    const { item, start } = exact;
    const aheadMs = start.atMs - nowMs;
    const { timed } = taking;
    const request = item.requests === "here" ? cueing.firstRequest : null;
    const entryId = request?.entryId ?? null;
    const isOrdered = timed?.play.itemId === item.itemId;
    // In its last second an item no longer changes.
    const isSame = timed?.play.entryId === entryId || aheadMs <= SETTLED_MS;
    const ordered = isOrdered && isSame ? timed : null;
    const shiftSamples = engineShiftSamples();
    const position = time.positionSamples + msToSamples(aheadMs) * time.speed;
    const atSamples = aheadMs <= 0 ? undefined : Math.round(position - shiftSamples);
    // After a bridge the engine counts differently, however close the item's time is.
    const mayMove = aheadMs > SETTLED_MS || shiftSamples !== this.#shiftSamples;
    if (ordered === null || (mayMove && isMoved(ordered, atSamples))) {
      this.#shiftSamples = shiftSamples;
      this.#order({
        play: ordered?.play ?? playOf(item, { request, isLive }),
        atSamples,
        duckDb: start.duckDb,
      });
    }
    // An item heard over DJs does not need them to make way.
    if (aheadMs <= BEFORE_DJ_MS && start.duckDb === undefined) this.#goBeforeDjs();
    return undefined;
  }

  #goBeforeDjs(): void {
    const postponed = this.#parts.taking.putTimedFirst();
    if (postponed !== null) this.#parts.onPostponed(postponed.playId);
  }

  #order(timed: TimedPlay | null): void {
    this.#parts.taking.setTimed(timed);
  }
}

/** @param request replaces the item; null: none */
function playOf(
  item: PlanItem,
  { request, isLive }: { readonly request: QueueEntry | null; readonly isLive: boolean },
): TrackPlay {
  const play = request === null ? planItem(item) : { ...planEntry(request), itemId: item.itemId };
  const { start } = item;
  const isToEnd = isLive && start.kind === "exact" && whileLiveOf(start) === "interrupt";
  return isToEnd ? { ...play, track: heardToItsEnd(play.track) } : play;
}

function isUntimed({ start }: PlanItem): boolean {
  return start.kind === "follow" && start.untilMs === undefined;
}

function isMoved({ atSamples }: TimedPlay, wanted: number | undefined): boolean {
  if (atSamples === undefined || wanted === undefined) return atSamples !== wanted;
  return Math.abs(atSamples - wanted) > msToSamples(DRIFT_MS);
}
