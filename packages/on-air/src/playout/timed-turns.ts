import type { PlanItem } from "../protocol/index.ts";
import type { ProgrammeTime } from "../programme/programme-time.ts";
import { msToSamples } from "../programme/programme-clock.ts";
import type { AirPlays } from "./air-plays.ts";
import type { Cueing } from "./cueing.ts";
import type { TakeDesk, TimedPlay } from "./dj-plays.ts";
import type { PlayLedger } from "./play-ledger.ts";
import type { PlayoutStore } from "./playout-store.ts";
import { planItem } from "./plays.ts";
import { exactItem, isDueAtJoin, isTooLate, whyMissed } from "./timed-rules.ts";

interface TimedParts {
  readonly store: Pick<PlayoutStore, "plan" | "settings">;
  readonly ledger: PlayLedger;
  readonly air: AirPlays;
  readonly cueing: Pick<Cueing, "isResting" | "reconsider">;
  readonly taking: TakeDesk;
  readonly time: Pick<ProgrammeTime, "positionSamples" | "speed">;
  /** The offset from positions of the running engine to those of the programme. */
  readonly engineShiftSamples: () => number;
  /** Cancels the play of a DJ without sound: an item comes first. */
  readonly onPostponed: (playId: string) => void;
}

/** How often to look at the wall clock, in ms. */
const LOOK_MS = 100;
/** How long before its time a change of the wall clock no longer moves an item, in ms. */
const SETTLED_MS = 1000;
/** How long before its time an item goes before a DJ without sound, in ms: the ring may be 5 s ahead. */
const BEFORE_DJ_MS = 8000;
/** The wall clock and the sound drift apart by less than this. */
const DRIFT_MS = 50;

/** Follows the wall clock for the timed items of the plan. */
export class TimedTurns {
  readonly #parts: TimedParts;
  #lookedAtMs = -Infinity;
  /** What is due, and how much of the plan comes too late. */
  #turn = "";
  /** What the current order to the engine was made from. */
  #shiftSamples = 0;

  constructor(parts: TimedParts) {
    this.#parts = parts;
  }

  /** Time has passed: checks now and then. */
  follow(): void {
    if (performance.now() - this.#lookedAtMs >= LOOK_MS) this.look();
  }

  /** The plan, the play on air or an operator's order has changed. */
  look(): void {
    const { store, ledger, cueing, taking } = this.#parts;
    this.#lookedAtMs = performance.now();
    if (store.plan.every(isUntimed)) return this.#order(null);
    const nowMs = Date.now();
    for (const item of store.plan) {
      const detail = whyMissed(item, nowMs);
      if (detail !== null) ledger.miss(item, detail);
    }
    this.#lookForExact(nowMs);
    const exactOnAir = taking.timed === null ? taking.exactOnAir : null;
    const due = store.plan.find(
      (item) => isDueAtJoin(item, { nowMs, exactOnAir }) && !cueing.isResting(item),
    );
    const tooLate = store.plan.filter((item) => isTooLate(item, nowMs)).length;
    const turn = `${due?.itemId} ${tooLate}`;
    if (turn === this.#turn) return undefined;
    this.#turn = turn;
    return cueing.reconsider();
  }

  #lookForExact(nowMs: number): void {
    const { store, air, cueing, taking, time, engineShiftSamples } = this.#parts;
    const exact = exactItem(store.plan, {
      nowMs,
      isLive: air.current?.kind === "live",
      isExactOnAir: taking.exactOnAir !== null,
      orderedId: taking.timed?.play.itemId ?? null,
      isPlaying: store.settings.isPlaying,
      isResting: (item) => cueing.isResting(item),
    });
    if (exact === null) return this.#order(null);
    const { item, start } = exact;
    const aheadMs = start.atMs - nowMs;
    const { timed } = taking;
    const ordered = timed?.play.itemId === item.itemId ? timed : null;
    const shiftSamples = engineShiftSamples();
    const position = time.positionSamples + msToSamples(aheadMs) * time.speed;
    const atSamples = aheadMs <= 0 ? undefined : Math.round(position - shiftSamples);
    // After a bridge the engine counts differently, however near the item's time is.
    const mayMove = aheadMs > SETTLED_MS || shiftSamples !== this.#shiftSamples;
    if (ordered === null || (mayMove && isMoved(ordered, atSamples))) {
      this.#shiftSamples = shiftSamples;
      this.#order({
        play: ordered?.play ?? planItem(item),
        atSamples,
      });
    }
    if (aheadMs <= BEFORE_DJ_MS) this.#goBeforeDjs();
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

function isUntimed({ start }: PlanItem): boolean {
  return start.kind === "follow" && start.untilMs === undefined;
}

function isMoved({ atSamples }: TimedPlay, wanted: number | undefined): boolean {
  if (atSamples === undefined || wanted === undefined) return atSamples !== wanted;
  return Math.abs(atSamples - wanted) > msToSamples(DRIFT_MS);
}
