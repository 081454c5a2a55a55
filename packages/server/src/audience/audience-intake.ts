import { type Commands, MAX_TAKEN_ROWS } from "@neonrelay/on-air/protocol";
import { createEvenTimer, type EvenTimer } from "@neonrelay/process/even-clock";
import type { Logger } from "@neonrelay/process/log";
import type * as z from "zod";
import { mayWorkLater } from "../database/database-failures.ts";
import type { Database } from "../database/database.ts";
import type { StationEvents } from "../events/station-events.ts";
import { CommandRefusedError, LinkDownError } from "../on-air-link/open-commands.ts";
import { addDays, hourStartOf, localDateOf } from "../schedule/local-time-rules.ts";
import type { Settings } from "../settings/settings.ts";
import { newestNumber, storeLedgerRows } from "./ledger-actions.ts";
import { countUniques, findLedgerPosition, raisePeak } from "./ledger-store.ts";

const MINUTE_MS = 60_000;
/** An answer has up to eight megabytes. */
const ANSWER_LIMIT_MS = 30_000;
/** A week without the database. */
const MAX_PEAKS = 168;

type TakeSessions = Commands["takeSessions"];

interface IntakeParts {
  readonly database: Database;
  readonly link: {
    /** Who listens, without bots; null: unknown. */
    readonly people: number | null;
    run(
      name: "takeSessions",
      input: z.input<TakeSessions["input"]>,
      options: { readonly limitMs: number },
    ): Promise<z.output<TakeSessions["output"]>>;
  };
  readonly settings: Pick<Settings, "current">;
  readonly events: StationEvents;
  readonly log: Logger;
}

/** The highest number of listeners of an hour. */
interface Peak {
  readonly atMs: number;
  readonly day: string;
  readonly listeners: number;
}

/**
 * Takes listening sessions from on-air's ledger, once a minute and whenever the link comes up. While the database or
 * on-air is away they wait in the ledger.
 */
export class AudienceIntake {
  readonly #parts: IntakeParts;
  readonly #clock: EvenTimer;
  readonly #endings: readonly (() => void)[];
  #running: Promise<void> | null = null;
  #isClosed = false;
  /** Not stored yet, by hour; while the database is away there may be several. */
  readonly #peaks = new Map<number, Peak>();
  #storedPeak: Peak | null = null;
  #countedBefore = "";
  #totals = { sessions: 0, seconds: 0 };

  constructor(parts: IntakeParts, clock: EvenTimer = createEvenTimer(MINUTE_MS)) {
    this.#parts = parts;
    this.#clock = clock;
    this.#endings = [
      clock.every(() => this.#runSoon()),
      parts.events.subscribe(({ type }) => {
        if (type === "on-air.ready") this.#runSoon();
        if (type === "on-air.changed") this.#observe();
      }),
    ];
  }

  /** Stored since this server started. */
  get totals(): { readonly sessions: number; readonly seconds: number } {
    return { ...this.#totals };
  }

  /** Resolves when all pending work is done. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const end of this.#endings) end();
    await this.#running;
  }

  #runSoon(): void {
    if (this.#isClosed) return;
    this.#running ??= this.#run().finally(() => (this.#running = null));
  }

  async #run(): Promise<void> {
    const { log } = this.#parts;
    try {
      await this.#storePeaks();
      await this.#countUniques();
      while (await this.#takeSome());
    } catch (error) {
      const isExpected =
        error instanceof LinkDownError ||
        // on-air is of a release without a ledger.
        error instanceof CommandRefusedError ||
        mayWorkLater(error);
      if (isExpected) log.debug({ error }, "no listening sessions were taken from on-air");
      else log.warn({ error }, "listening sessions could not be stored; retrying in a minute");
    }
  }

  /** @returns whether there is more */
  async #takeSome(): Promise<boolean> {
    const { database, link, settings } = this.#parts;
    const stored = await findLedgerPosition(database.connection);
    const answer = await link.run(
      "takeSessions",
      { stored, most: MAX_TAKEN_ROWS },
      { limitMs: ANSWER_LIMIT_MS },
    );
    const { timeZone } = settings.current;
    for (const row of await storeLedgerRows({ database, timeZone }, answer)) {
      this.#totals.seconds += row.seconds;
      this.#totals.sessions += Number(row.isFirst);
    }
    const number = stored?.ledgerId === answer.ledgerId ? stored.number : 0;
    const isAhead = newestNumber(answer) > number;
    return answer.hasMore && isAhead && !this.#isClosed;
  }

  /** on-air's reports pass quickly, so the highest one of the hour is kept until the next run. */
  #observe(): void {
    const { link, settings } = this.#parts;
    const nowMs = this.#clock.nowMs();
    const { people: listeners } = link;
    if (nowMs === null || listeners === null) return;
    const { timeZone } = settings.current;
    const atMs = hourStartOf(nowMs, timeZone);
    const stored = this.#storedPeak?.atMs === atMs ? this.#storedPeak.listeners : 0;
    if (listeners <= (this.#peaks.get(atMs)?.listeners ?? stored)) return;
    this.#peaks.set(atMs, { atMs, day: localDateOf(nowMs, timeZone), listeners });
    const [oldest] = this.#peaks.keys();
    if (this.#peaks.size > MAX_PEAKS && oldest !== undefined) this.#peaks.delete(oldest);
  }

  async #storePeaks(): Promise<void> {
    this.#observe();
    for (const peak of this.#peaks.values()) {
      await this.#parts.database.transaction((transaction) => raisePeak(transaction, peak));
      // Meanwhile a higher one may have been reported.
      if (this.#peaks.get(peak.atMs) === peak) this.#peaks.delete(peak.atMs);
      this.#storedPeak = peak;
    }
  }

  /** The days before yesterday: yesterday's last sessions may still be on their way. */
  async #countUniques(): Promise<void> {
    const nowMs = this.#clock.nowMs();
    if (nowMs === null) return;
    const beforeDay = addDays(localDateOf(nowMs, this.#parts.settings.current.timeZone), -1);
    if (beforeDay === this.#countedBefore) return;
    await countUniques(this.#parts.database.connection, beforeDay);
    this.#countedBefore = beforeDay;
  }
}
