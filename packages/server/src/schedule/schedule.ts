import type { Occurrence, OnNow } from "@neonrelay/contract";
import type { SlotRules } from "@neonrelay/on-air/protocol";
import type { Logger } from "@neonrelay/process/log";
import { isDeepStrictEqual } from "node:util";
import type { Connection, Database } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";
import type { ShowRule } from "../requests/request-rules.ts";
import type { Settings } from "../settings/settings.ts";
import {
  listChanges,
  recordNewShows,
  recordNewTimes,
  type ScheduleChanges,
} from "./change-store.ts";
import { listClocks } from "./clock-store.ts";
import { listEntries, lockSchedule } from "./entry-store.ts";
import { holidaysBetween } from "./holiday-rules.ts";
import { listHolidays } from "./holiday-store.ts";
import { clockFaceOf, localDateOf } from "./local-time-rules.ts";
import {
  occurrencesOf,
  onAirOf,
  type OnAirOccurrence,
  type ScheduleContents,
  type Times,
} from "./place-occurrences.ts";
import { liveSlots, slotTimes, type ShowSlot } from "./live-slot-times.ts";
import { listShows } from "./show-store.ts";
import { timetable, type TimetableSpan } from "./timetable.ts";

interface ScheduleSources {
  readonly database: Database;
  readonly events: StationEvents;
  readonly settings: Pick<Settings, "current">;
  readonly log: Logger;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** How far ahead to look for the next show. */
const AHEAD_MS = 8 * DAY_MS;
/** Changes of the system clock are noticed after this long. */
const CHECK_INTERVAL_MS = 15_000;
/** Delay before the schedule is read again after a database failure. */
const RETRY_MS = 1000;
/** Upcoming occurrences are calculated at most once in this time, however many visitors ask. */
const KEPT_MS = 60_000;

/** Cached upcoming occurrences, with the input they were calculated from. */
interface Coming {
  readonly fromMs: number;
  readonly contents: ScheduleContents;
  readonly timeZone: string;
  readonly parts: readonly OnAirOccurrence[];
}

/**
 * The schedule, held in memory because every visitor asks for it, and because it must be known while the database is
 * down. Publishes an event when another show begins.
 */
export class Schedule {
  readonly #sources: ScheduleSources;
  readonly #unsubscribe: () => void;
  #contents: ScheduleContents;
  /** The time zone at the time of reading. */
  #timeZone: string;
  #reading: Promise<void> = Promise.resolve();
  #isReading = false;
  /** A read is queued but has not begun. */
  #isReadDue = false;
  /** Keyed by how far ahead it looks, in ms. */
  readonly #coming = new Map<number, Coming>();
  #onNow: string;
  #checkTimer: NodeJS.Timeout;
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;

  private constructor(sources: ScheduleSources, contents: ScheduleContents) {
    this.#sources = sources;
    this.#contents = contents;
    this.#timeZone = this.timeZone;
    this.#onNow = JSON.stringify(this.onNow(Date.now()));
    this.#checkTimer = setTimeout(() => this.#checkSoon(), 0).unref();
    this.#unsubscribe = sources.events.subscribe((event) => {
      const { type } = event;
      if (type === "settings.changed") {
        this.#checkSoon();
        // The node that changed the time zone records that and tells this one to read again.
        if (event.isByOtherNode === true) this.#timeZone = this.timeZone;
        if (this.timeZone !== this.#timeZone) this.#readSoon();
      }
      // Shows contain their hosts' names, and clocks the ids of tracks.
      if (type === "account.changed" && this.#mayHost(event.accountId)) this.#readSoon();
      if ((type === "tracks.merged" || type === "tracks.parted") && this.#contents.clocks.size > 0)
        this.#readSoon();
    });
  }

  static async load(sources: ScheduleSources): Promise<Schedule> {
    return new Schedule(sources, await readContents(sources.database));
  }

  get contents(): ScheduleContents {
    return this.#contents;
  }

  get timeZone(): string {
    return this.#sources.settings.current.timeZone;
  }

  /** Reads the schedule after a change and publishes it. On failure it retries until the database responds. */
  async reload(origin: { readonly isByOtherNode?: true } = {}): Promise<void> {
    const reading = this.#reading.then(() => this.#read(origin));
    this.#reading = reading;
    await reading;
  }

  /** Occurrences that overlap a span, by start. */
  occurrences(times: Times): readonly Occurrence[] {
    return occurrencesOf({ ...this.#contents, timeZone: this.timeZone }, times);
  }

  /** Named days within a span, by date. */
  holidays({ fromMs, untilMs }: Times) {
    const fromDate = localDateOf(fromMs, this.timeZone);
    const untilDate = localDateOf(untilMs, this.timeZone);
    const days = holidaysBetween(this.#contents.holidays, { fromDate, untilDate });
    return [...days].map(([date, { id, name }]) => ({ id, date, name }));
  }

  /** What is on within a span, with overlaps resolved. */
  onAir(times: Times): readonly OnAirOccurrence[] {
    return onAirOf({ ...this.#contents, timeZone: this.timeZone }, times);
  }

  /** What is on from now on, with overlaps resolved; its end may lag by a minute. */
  coming(nowMs: number, aheadMs: number): readonly OnAirOccurrence[] {
    const fromMs = Math.floor(nowMs / KEPT_MS) * KEPT_MS;
    const contents = this.#contents;
    const { timeZone } = this;
    const kept = this.#coming.get(aheadMs);
    const isTrue =
      kept?.fromMs === fromMs && kept.contents === contents && kept.timeZone === timeZone;
    const parts = isTrue ? kept.parts : this.onAir({ fromMs, untilMs: fromMs + aheadMs });
    if (!isTrue) this.#coming.set(aheadMs, { fromMs, contents, timeZone, parts });
    return parts.filter(({ untilMs }) => untilMs > nowMs);
  }

  /** What the station plays within a span, without gaps. */
  timetable(times: Times): readonly TimetableSpan[] {
    return timetable({ ...this.#contents, timeZone: this.timeZone, ...times });
  }

  /** The live shows of the coming week, soonest first, including current and recent ones. */
  liveSlots(nowMs: number): readonly ShowSlot[] {
    const spans = this.timetable(slotTimes(nowMs));
    return liveSlots({ ...this.#contents, timeZone: this.timeZone, spans, nowMs });
  }

  /** The rules by which on-air admits DJs. */
  slotRules(nowMs: number): SlotRules {
    const slots = this.liveSlots(nowMs).map(({ show: _show, ...slot }) => slot);
    return { slots, keysWork: this.#sources.settings.current.djKeysWork };
  }

  /** What is on at a moment and what comes next, with their times. */
  onNow(nowMs: number): OnNow {
    const parts = this.coming(nowMs, AHEAD_MS);
    const [first] = parts;
    const isOn = first !== undefined && first.fromMs <= nowMs;
    return { now: shown(isOn ? first : undefined), next: shown(isOn ? parts[1] : first) };
  }

  /** Whether the current show accepts requests. */
  showRule(nowMs: number): ShowRule {
    const spans = this.timetable({ fromMs: nowMs, untilMs: nowMs + DAY_MS });
    const [now] = spans;
    const end = spans.find(({ showId }) => showId !== now?.showId)?.fromMs ?? nowMs + DAY_MS;
    return {
      requests: now?.requestRule ?? { kind: "open" },
      showName: now?.showName ?? null,
      until: clockFaceOf(end, this.timeZone),
    };
  }

  /** Clocks and shows that use a playlist, in words; locked until the transaction ends. */
  async findPlaylistUses(transaction: Connection, playlistId: string): Promise<readonly string[]> {
    await lockSchedule(transaction);
    const isUsedIn = (part: unknown) => JSON.stringify(part).includes(playlistId);
    const clocks = (await listClocks(transaction)).filter(({ slots }) => isUsedIn(slots));
    const shows = (await listShows(transaction)).filter(({ content, requests }) =>
      isUsedIn([content, requests]),
    );
    return [
      ...clocks.map(({ name }) => `the clock “${name}”`),
      ...shows.map(({ name }) => `the show “${name}”`),
    ];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    clearTimeout(this.#checkTimer);
    if (this.#retry !== null) clearTimeout(this.#retry);
    await this.#reading;
  }

  /** True if the account hosts a show, or may do so in the data being read. */
  #mayHost(accountId: string): boolean {
    const shows = [...this.#contents.shows.values()];
    return this.#isReading || shows.some(({ hosts }) => hosts.some(({ id }) => id === accountId));
  }

  #readSoon(): void {
    if (this.#isReadDue) return;
    this.#isReadDue = true;
    this.#reading = this.#reading.then(() => {
      this.#isReadDue = false;
      return this.#read();
    });
  }

  /** Never throws. */
  async #read(origin: { readonly isByOtherNode?: true } = {}): Promise<void> {
    if (this.#isClosed) return;
    const { database, events, log } = this.#sources;
    this.#isReading = true;
    try {
      const timeZone = this.timeZone;
      const read = await readContents(database);
      const isOtherZone = timeZone !== this.#timeZone;
      const changes = await recordOutsideChanges(database.connection, {
        before: this.#contents,
        read,
        isOtherZone,
      });
      this.#contents = { ...read, changes };
      this.#timeZone = timeZone;
    } catch (error) {
      log.warn({ error }, "can't read the schedule; trying again");
      if (this.#retry !== null) clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.#readSoon(), RETRY_MS).unref();
      return;
    } finally {
      this.#isReading = false;
    }
    events.publish({ type: "schedule.changed", ...origin });
    this.#checkSoon();
  }

  /** Publishes an event when something else is on, and schedules the next check. */
  #checkSoon(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#checkTimer);
    const nowMs = Date.now();
    const onNow = this.onNow(nowMs);
    const edges = [onNow.now?.endsAt, onNow.next?.startsAt].flatMap((edge) =>
      edge === undefined ? [] : Date.parse(edge) - nowMs,
    );
    this.#checkTimer = setTimeout(
      () => this.#checkSoon(),
      Math.max(Math.min(CHECK_INTERVAL_MS, ...edges), 1),
    );
    this.#checkTimer.unref();
    const key = JSON.stringify(onNow);
    if (key === this.#onNow) return;
    this.#onNow = key;
    this.#sources.events.publish({ type: "show.changed", ...onNow });
  }
}

async function readContents({ connection }: Database): Promise<ScheduleContents> {
  const [entries, holidays, shows, clocks, changes] = await Promise.all([
    listEntries(connection),
    listHolidays(connection),
    listShows(connection),
    listClocks(connection),
    listChanges(connection),
  ]);
  return {
    entries,
    holidays,
    shows: new Map(shows.map((show) => [show.id, show])),
    clocks: new Map(clocks.map((clock) => [clock.id, clock])),
    changes,
  };
}

/** Records changes from outside the schedule: a new time zone, and renamed hosts. */
async function recordOutsideChanges(
  connection: Connection,
  {
    before,
    read,
    isOtherZone,
  }: {
    readonly before: ScheduleContents;
    readonly read: ScheduleContents;
    readonly isOtherZone: boolean;
  },
): Promise<ScheduleChanges> {
  const renamed = [...read.shows.values()].filter(({ id, hosts, version }) => {
    const old = before.shows.get(id);
    return old?.version === version && !isDeepStrictEqual(old.hosts, hosts);
  });
  if (!isOtherZone && renamed.length === 0) return read.changes;
  if (isOtherZone) await recordNewTimes(connection);
  await recordNewShows(
    connection,
    renamed.map(({ id }) => id),
  );
  return await listChanges(connection);
}

function shown(part: OnAirOccurrence | undefined): Occurrence | null {
  if (part === undefined) return null;
  const startsAt = new Date(part.fromMs).toISOString();
  const endsAt = new Date(part.untilMs).toISOString();
  return { ...part.occurrence, startsAt, endsAt };
}
