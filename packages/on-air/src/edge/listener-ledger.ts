import * as z from "zod";
import type { StateFile } from "../state/state-file.ts";
import { listenedPeriodSchema, type ListenedPeriod } from "./edge-protocol.ts";
import { closePeriod, forgetCounted, periodsToSend, type Ledger } from "./listener-ledger-rules.ts";

const LOOK_EVERY_MS = 1000;
const PERIOD_MS = 60_000;

export const ledgerSchema = z.object({
  nextSequence: z.int().min(1),
  periods: z.array(listenedPeriodSchema),
});

/** How long listeners listen here, until the master has counted it. Kept on disk. */
export class ListenerLedger {
  readonly #file: StateFile<Ledger>;
  readonly #listeners: () => number;
  readonly #timer: NodeJS.Timeout;
  #ledger: Ledger;
  #listenerSeconds = 0;
  #peak = 0;
  #lookedAtMs = performance.now();
  #beganAtMs = performance.now();

  constructor({
    file,
    remembered,
    listeners,
  }: {
    readonly file: StateFile<Ledger>;
    readonly remembered: Ledger | null;
    readonly listeners: () => number;
  }) {
    this.#file = file;
    this.#ledger = remembered ?? { nextSequence: 1, periods: [] };
    this.#listeners = listeners;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  get toSend(): ListenedPeriod[] {
    return periodsToSend(this.#ledger);
  }

  counted(sequence: number): void {
    const isNews = this.#ledger.periods.some((period) => period.sequence <= sequence);
    if (!isNews && sequence < this.#ledger.nextSequence) return;
    this.#ledger = forgetCounted(this.#ledger, sequence);
    this.#file.save(this.#ledger);
  }

  /** What is not sent yet waits for the next start. */
  close(): void {
    clearInterval(this.#timer);
    this.#look();
    this.#closePeriod();
  }

  #look(): void {
    const nowMs = performance.now();
    const listeners = this.#listeners();
    this.#listenerSeconds += (listeners * (nowMs - this.#lookedAtMs)) / 1000;
    this.#peak = Math.max(this.#peak, listeners);
    this.#lookedAtMs = nowMs;
    if (nowMs - this.#beganAtMs >= PERIOD_MS) this.#closePeriod();
  }

  #closePeriod(): void {
    this.#beganAtMs = performance.now();
    if (this.#listenerSeconds === 0) return;
    const listenerSeconds = Math.round(this.#listenerSeconds);
    this.#ledger = closePeriod(this.#ledger, { listenerSeconds, peak: this.#peak });
    this.#listenerSeconds = 0;
    this.#peak = 0;
    this.#file.save(this.#ledger);
  }
}
