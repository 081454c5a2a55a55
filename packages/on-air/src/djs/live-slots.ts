import type { Logger } from "@neonrelay/process/log";
import * as z from "zod";
import {
  CAPTURE_USER_ID,
  slotAt,
  slotRulesSchema,
  standingOf,
  whyKeyIsRefused,
  type OnAirEvent,
  type SlotRules,
  type Standing,
} from "../protocol/index.ts";
import { StateFile } from "../state/state-file.ts";

/** How many settled slots to remember; older ones are over. */
const MAX_SETTLED = 50;

const keptSlotsSchema = slotRulesSchema.extend({
  /** Slots whose host has come or was reported absent. */
  settled: z.array(z.string()),
});
type KeptSlots = z.infer<typeof keptSlotsSchema>;

/** The live shows of the coming days, on disk so that on-air follows them while the server is down. */
export class LiveSlots {
  readonly #file: StateFile<KeptSlots>;
  readonly #log: Logger;
  #kept: KeptSlots;

  constructor({ path, log }: { readonly path: string; readonly log: Logger }) {
    this.#file = new StateFile({ path, log });
    this.#log = log;
    this.#kept = this.#file.load(keptSlotsSchema) ?? { slots: [], keysWork: "always", settled: [] };
  }

  set(rules: SlotRules): void {
    this.#keep({ ...rules, settled: this.#kept.settled });
  }

  /** Why the account's stream key does not work now, in sentences; null if it does. */
  whyRefused(userId: string): string | null {
    return userId === CAPTURE_USER_ID
      ? null
      : whyKeyIsRefused(this.#kept, { userId, nowMs: Date.now() });
  }

  /** What the slots let a connected DJ do at that time. */
  standingOf(times: {
    readonly userId: string;
    readonly connectedAtMs: number;
    readonly nowMs: number;
  }): Standing {
    // The audio source chosen by an operator needs no slot.
    if (times.userId === CAPTURE_USER_ID) return { kind: "free" };
    return standingOf(this.#kept, times);
  }

  /** How long before that time its live show started, in ms; Infinity if there is none. */
  begunMsAt(nowMs: number): number {
    return nowMs - (slotAt(this.#kept.slots, nowMs)?.fromMs ?? -Infinity);
  }

  /** Records that a DJ is on air at that time. */
  recordOnAir({ userId, nowMs }: { readonly userId: string; readonly nowMs: number }): void {
    const slot = slotAt(this.#kept.slots, nowMs);
    if (slot === undefined || this.#kept.settled.includes(slot.slotId)) return;
    if (userId === CAPTURE_USER_ID || slot.hostIds.includes(userId)) this.#settle(slot.slotId);
  }

  /** @returns an event for a slot whose grace is over without a host; null if there is none */
  findAbsence(): OnAirEvent | null {
    const nowMs = Date.now();
    const slot = slotAt(this.#kept.slots, nowMs);
    if (slot === undefined || nowMs < slot.graceUntilMs) return null;
    if (this.#kept.settled.includes(slot.slotId)) return null;
    this.#settle(slot.slotId);
    this.#log.warn({ show: slot.showName }, "no host of a live show has come in time");
    return { type: "live.absent", showName: slot.showName, ends: slot.words.ends, atMs: nowMs };
  }

  async flush(): Promise<void> {
    await this.#file.flush();
  }

  #settle(slotId: string): void {
    const settled = [...this.#kept.settled, slotId].slice(-MAX_SETTLED);
    this.#keep({ ...this.#kept, settled });
  }

  #keep(kept: KeptSlots): void {
    this.#kept = kept;
    this.#file.save(kept);
  }
}
