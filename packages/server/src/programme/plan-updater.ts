import { PLAN_HOURS } from "@neonrelay/contract";
import { MAX_PLAN_ITEMS } from "@neonrelay/on-air/protocol";
import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import type { StationEvent, StationEvents } from "../events/station-events.ts";
import { createTurns } from "../limits/turns.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import type { Settings } from "../settings/settings.ts";
import { makePlanner, type PlanMaker } from "./make-planner.ts";
import {
  begunPlay,
  toEntries,
  toStored,
  withOtherTrack,
  withOwnTrack,
  type PlanEntry,
} from "./plan-entry.ts";
import { OverItems, PlanFiller } from "./plan-filler.ts";
import { timePlan } from "./plan-fill.ts";
import { loadKnownTracks, type KnownTrack } from "./plan-input-store.ts";
import { planBeginMs } from "./queue-outlook.ts";
import { requestPlaceOf, type RequestPlace } from "./queue-outlook-rules.ts";
import { listPlanItems, savePlanItems } from "./plan-item-store.ts";
import { sendPlan } from "./send-plan.ts";
import type { TrialBase } from "./clock-trial.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { stationScheduleOf } from "./station-schedule.ts";

interface PlanUpdaterParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly link: OnAirLink;
  readonly settings: Settings;
  readonly schedule: Schedule;
  readonly log: Logger;
}

const PLAN_MS = PLAN_HOURS * 60 * 60 * 1000;
/** How far back the schedule is read, to find the position in the current clock hour. */
export const BEFORE_MS = 3 * 60 * 60 * 1000;
/** A scan adds tracks one by one; replanning happens at most this often. */
const LIBRARY_PAUSE_MS = 5000;
/** Delay after a failure of the database or on-air. */
const RETRY_MS = 2000;

/** Jobs: read everything and plan, only top up the hours, or send the plan to on-air. */
type Work = "make" | "fill" | "send";

/**
 * Maintains a plan of the coming hours, in memory, in the database and in on-air, as long as any playlist has a turn.
 * Runs one job at a time and retries failures.
 */
export class PlanUpdater {
  readonly #parts: PlanUpdaterParts;
  readonly #closing = new AbortController();
  readonly #unsubscribe: () => void;
  readonly #due = new Set<Work>();
  #notBeforeMs = 0;
  #running: Promise<void> = Promise.resolve();
  readonly #turns = createTurns();
  #isRunning = false;
  #entries: readonly PlanEntry[] = [];
  /** Items that began or failed while the plan was being made; they are excluded from it. */
  readonly #gone = new Set<string>();
  readonly over = new OverItems();
  /** Changes to tracks of entries by merges, and their undo, while the plan is being made from the earlier state. */
  readonly #changedTracks: ((entry: PlanEntry) => PlanEntry)[] = [];
  readonly #filler = new PlanFiller();
  #maker: PlanMaker | null = null;
  /** Cached until the library changes. */
  #tracks: ReadonlyMap<string, KnownTrack> | null = null;
  #libraryVersion = 0;
  /** The settings that a plan depends on. */
  #rules: ReturnType<typeof rulesOf>;
  #version = 0;
  #isLoaded = false;
  /** Whether the next plan keeps as many items as possible. */
  #keepsAll = true;

  constructor(parts: PlanUpdaterParts) {
    this.#parts = parts;
    this.#rules = rulesOf(parts.settings);
    this.#unsubscribe = parts.events.subscribe((event) => this.#handle(event));
    this.#want("make");
  }

  /** Incremented with each change. */
  get version(): number {
    return this.#version;
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    this.#closing.abort();
    await this.#running;
    await this.#turns(() => {});
  }

  /** The plan, with times based on what is on air and in the queue now. */
  async entries(): Promise<readonly PlanEntry[]> {
    return timePlan(this.#entries, await this.#expectStartMs());
  }

  /** A track that can be planned; undefined when unknown or missing. */
  track(trackId: string): KnownTrack | undefined {
    return this.#maker?.tracks.get(trackId);
  }

  /**
   * Applies an operator's change, then plans the gaps it leaves. Changes run one at a time.
   * @param edit returns the new list; null: no change
   * @param droppedId a removed item, whose track is to rest
   * @returns the result of `edit`, including null
   */
  async change(
    edit: (entries: readonly PlanEntry[]) => readonly PlanEntry[] | null,
    droppedId: string | null = null,
  ): Promise<readonly PlanEntry[] | null> {
    return await this.#inTurn(async () => {
      const edited = edit(await this.entries());
      if (edited === null) return null;
      const dropped = this.#entries.filter(({ id }) => id === droppedId);
      await this.#fill(edited, dropped);
      this.#want("send");
      return this.#entries;
    });
  }

  /** Input for a plan that is only displayed: with an unsaved clock, or for the coming days. */
  async trialBase(times: {
    readonly fromMs: number;
    readonly untilMs: number;
  }): Promise<TrialBase & { readonly before: readonly PlanEntry[] }> {
    return {
      tracks: await this.#loadTracks(),
      poolTracks: this.#maker?.poolTracks ?? new Map(),
      schedule: stationScheduleOf(this.#parts.schedule, times),
      before: await this.entries(),
      separation: this.#rules.separation,
    };
  }

  #handle(event: StationEvent): void {
    if (event.type === "playlists.changed") return this.#planAgain();
    if (event.type === "schedule.changed") return this.#planAgain();
    if (event.type === "on-air.ready") return this.#want("send");
    if (event.type === "tracks.merged")
      this.#changeTracks((entry) => withOtherTrack(entry, event.merged));
    if (event.type === "tracks.parted")
      this.#changeTracks((entry) => withOwnTrack(entry, event.planned));
    if (event.type === "library.changed") {
      this.#tracks = null;
      this.#libraryVersion += 1;
      const nowMs = performance.now();
      if (nowMs > this.#notBeforeMs) this.#notBeforeMs = nowMs + LIBRARY_PAUSE_MS;
      return this.#want("make");
    }
    if (event.type === "settings.changed") {
      const former = this.#rules;
      const { requestPlace } = former;
      const rules = rulesOf(this.#parts.settings);
      this.#rules = rules;
      if (rules.requestPlace !== requestPlace) this.#want("fill");
      if (JSON.stringify({ ...rules, requestPlace }) === JSON.stringify(former)) return;
      return this.#planAgain();
    }
    if (
      event.type === "play.started" ||
      event.type === "track.failed" ||
      event.type === "plan-item.missed"
    ) {
      const { itemId } = event;
      if (event.type === "play.started") this.#recordBegun(event);
      if (itemId !== null) {
        this.#gone.add(itemId);
        this.over.add(itemId);
      }
      this.#entries = this.#entries.filter(this.#isAhead);
      return this.#want("fill");
    }
  }

  #changeTracks(change: (entry: PlanEntry) => PlanEntry): void {
    this.#entries = this.#entries.map(change);
    this.#changedTracks.push(change);
  }

  readonly #isAhead = ({ id }: PlanEntry): boolean => !this.#gone.has(id);

  /** Started tracks, including requests, are not planned again soon, even if the plan is only topped up. */
  #recordBegun({ itemId, trackId }: Extract<StationEvent, { type: "play.started" }>): void {
    const begun = this.#entries.find(({ id }) => id === itemId);
    // A request may have replaced the item.
    const track = this.track(trackId ?? "") ?? begun?.track;
    if (track === undefined || this.#maker === null) return;
    this.#filler.recordBegun(
      this.#maker.planner,
      begunPlay(track, { item: begun, nowMs: Date.now() }),
    );
  }

  /** After a change of rules: keeps only the next item and operators' choices. */
  #planAgain(): void {
    this.#keepsAll = false;
    this.#want("make");
  }

  #want(work: Work): void {
    this.#due.add(work);
    if (this.#isRunning || this.#closing.signal.aborted) return;
    this.#isRunning = true;
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    let hasFailed = false;
    while (!this.#closing.signal.aborted && this.#due.size > 0) {
      const waitMs = Math.max(this.#notBeforeMs - performance.now(), hasFailed ? RETRY_MS : 0);
      const { signal } = this.#closing;
      if (waitMs > 0) await delay(waitMs, undefined, { signal }).catch(() => {}); // closing
      if (this.#closing.signal.aborted) break;
      const [work] = (["make", "fill", "send"] as const).filter((each) => this.#due.has(each));
      if (work === undefined) break;
      this.#due.delete(work);
      try {
        await this.#inTurn(() => this.#do(work));
        hasFailed = false;
      } catch (error) {
        // on-air reports its return; the other jobs are retried.
        if (work !== "send" || this.#parts.link.isUp) this.#due.add(work);
        if (!hasFailed)
          this.#parts.log.warn({ error, work }, "can't update the plan; trying again");
        hasFailed = true;
      }
    }
    this.#isRunning = false;
  }

  async #do(work: Work): Promise<void> {
    if (work === "send") {
      if (this.#parts.link.isUp) await sendPlan(this.#parts, this.#entries);
      return;
    }
    await (work === "make" ? this.#make() : this.#fill(this.#entries));
    this.#want("send");
  }

  async #make(): Promise<void> {
    // Changes from here on trigger another plan.
    const keepsAll = this.#keepsAll;
    this.#keepsAll = true;
    try {
      await this.#makeOf({ keepsAll });
    } catch (error) {
      // The retry must drop the same items.
      if (!keepsAll) this.#keepsAll = false;
      throw error;
    }
    // The plan may have been made from data read before these items began.
    if (this.#gone.size > 0) this.#want("make");
  }

  async #makeOf({ keepsAll }: { readonly keepsAll: boolean }): Promise<void> {
    const { connection } = this.#parts.database;
    const stored = this.#isLoaded ? null : await listPlanItems(connection);
    const nowMs = Date.now();
    const seed = Math.floor(nowMs / PLAN_MS);
    const untilMs = (await this.#expectStartMs()) + 2 * PLAN_MS;
    const schedule = stationScheduleOf(this.#parts.schedule, {
      fromMs: nowMs - BEFORE_MS,
      untilMs,
    });
    const tracks = await this.#loadTracks();
    const poolTracks = this.#maker?.poolTracks ?? new Map();
    const given = { separation: this.#rules.separation, nowMs, seed, tracks, poolTracks, schedule };
    this.#maker = await makePlanner(connection, given);
    if (stored !== null) {
      this.#entries = toEntries(stored, tracks);
      this.#isLoaded = true;
    }
    await this.#fill(
      this.#entries.filter((entry, at) => keepsAll || at === 0 || entry.isLocked || entry.isByHand),
    );
  }

  async #loadTracks(): Promise<ReadonlyMap<string, KnownTrack>> {
    const version = this.#libraryVersion;
    const tracks = this.#tracks ?? (await loadKnownTracks(this.#parts.database.connection));
    // If the library changed during the read, the next plan reads it again.
    if (version === this.#libraryVersion) this.#tracks = tracks;
    return tracks;
  }

  /** Plans around the entries that may stay, and stores the result. */
  async #fill(entries: readonly PlanEntry[], dropped: readonly PlanEntry[] = []): Promise<void> {
    const maker = this.#maker;
    const startMs = await this.#expectStartMs();
    // The known schedule ends within the plan, so it must be read again.
    if (maker !== null && startMs + PLAN_MS > maker.untilMs) this.#want("make");
    const span = { startMs, untilMs: startMs + PLAN_MS, mostItems: MAX_PLAN_ITEMS };
    maker?.planner.takeBack();
    // A removed track rests as if it had been played; otherwise it would be planned in the same place again.
    for (const { track, playlistId, playlistEntryId } of dropped) {
      const from = { playlistId, playlistEntryId, slotId: null };
      maker?.planner.record({ track, atMs: startMs, ...from, isDropped: true });
    }
    const known = entries.flatMap((entry) => {
      const track = maker?.tracks.get(entry.track.id);
      return track === undefined ? [] : { ...entry, track };
    });
    const filled = maker === null ? [] : await this.#filler.fill(maker, { span, known });
    const stored = filled.map(toStored);
    await this.#parts.database.transaction((transaction) => savePlanItems(transaction, stored));
    this.#entries = this.#changedTracks.reduce(
      (entries, change) => entries.map(change),
      filled.filter(this.#isAhead),
    );
    this.#version += 1;
    this.#parts.events.publish({ type: "plan.changed" });
  }

  /** Expected start of the first item; now when unknown. */
  async #expectStartMs(): Promise<number> {
    const planMs = await planBeginMs(this.#parts, (atMs) => this.#placeAt(atMs));
    // An exact item does not wait for the join.
    return Math.min(planMs, this.#maker?.planner.settled.nextExactMs(Date.now()) ?? planMs);
  }

  /** How the schedule treats waiting requests at a join then. */
  #placeAt(atMs: number): RequestPlace {
    const { place } = this.#parts.settings.current.requestTurns;
    const expected = this.#maker?.planner.settled.expect(atMs);
    const slotId = expected?.slot?.id ?? null;
    return requestPlaceOf(expected?.frame?.clock ?? undefined, { slotId, place });
  }

  /** Runs jobs one after another. */
  async #inTurn<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    return await this.#turns(async () => {
      this.#gone.clear();
      this.#changedTracks.length = 0;
      return await work();
    });
  }
}

function rulesOf({ current: { separation, timeZone, requestTurns } }: Settings) {
  return { separation, timeZone, requestPlace: requestTurns.place };
}
