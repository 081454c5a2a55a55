import type { Logger } from "@neonrelay/process/log";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import type { MountFeed } from "./mount-feed.ts";
import type { ProgrammeTime } from "./programme-clock.ts";

/** A block later than this, with nothing bridged, means the machine was suspended: restart the clock. */
const STANDSTILL_MS = 3000;
/** How far the ring's end may be ahead of the clock. */
const MAX_AHEAD_MS = 5000;
const MAX_BRIDGE_SECONDS = 10;

/** Keeps the programme's clock and the MP3 ring together, whatever held up the machine. */
export class ClockSync {
  readonly #time: ProgrammeTime;
  readonly #main: MountFeed;
  /** How far ahead of the clock an engine keeps the ring. */
  readonly #leadMs: number;
  readonly #log: Logger;

  constructor({
    time,
    main,
    leadMs,
    log,
  }: {
    readonly time: ProgrammeTime;
    readonly main: MountFeed;
    readonly leadMs: number;
    readonly log: Logger;
  }) {
    this.#time = time;
    this.#main = main;
    this.#leadMs = leadMs;
    this.#log = log;
  }

  /** Moves the clock forward when the bridge plus an engine catching up have filled the ring too far. */
  followExcess(): void {
    if (this.#main.overdueMs > -MAX_AHEAD_MS) return;
    this.#tie(this.#leadMs);
  }

  /** Restarts the clock after the machine was suspended, so that the programme goes on in real time from here. */
  followStandstill(): void {
    const lateMs = this.#main.overdueMs;
    if (lateMs < STANDSTILL_MS) return;
    this.#tie(0);
    if (this.#main.ring.newest === undefined) return;
    this.#log.warn(
      { lateMs: Math.round(lateMs) },
      "the programme fell behind; restarting its clock",
    );
  }

  /** The machine was suspended for long: don't play listeners that much of the loop. */
  followLongGap(): void {
    const behindSamples = this.#time.positionSamples - this.#main.ring.endSamples;
    if (behindSamples > MAX_BRIDGE_SECONDS * PROGRAMME_RATE_HZ * this.#time.speed) this.#tie(0);
  }

  #tie(leadMs: number): void {
    this.#time.tie({ positionSamples: this.#main.ring.endSamples, leadMs });
  }
}
