import * as z from "zod";

/** A scheduled time with hosts; all times are wall clock, in ms since 1970. */
const liveSlotSchema = z.object({
  slotId: z.string(),
  showName: z.string(),
  fromMs: z.number(),
  untilMs: z.number(),
  /** From then on its hosts can connect. */
  opensMs: z.number(),
  /** A host who has not come by then counts as absent. */
  graceUntilMs: z.number(),
  /** At this time a host is taken off air. */
  overrunUntilMs: z.number(),
  /** Account ids. */
  hostIds: z.array(z.uuid()),
  /** Which other DJs can connect between `opensMs` and its end. */
  admits: z.enum(["hosts", "everyone"]),
  /** For people, as local time of the station: "2027-03-01 19:45", "20:00", "22:00". */
  words: z.object({ opens: z.string(), begins: z.string(), ends: z.string() }),
});
export type LiveSlot = z.infer<typeof liveSlotSchema>;

/** Maximum slots sent to on-air at once: a week's. */
export const MAX_LIVE_SLOTS = 300;

/** When stream keys work; slots don't overlap, soonest first. */
export const slotRulesSchema = z.object({
  slots: z.array(liveSlotSchema).max(MAX_LIVE_SLOTS),
  keysWork: z.enum(["always", "in-own-shows"]),
});
export type SlotRules = z.infer<typeof slotRulesSchema>;

/** The slot in progress. */
export function slotAt(slots: readonly LiveSlot[], nowMs: number): LiveSlot | undefined {
  return slots.find(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs);
}

/** Why a stream key does not work now, in sentences; null if it does. */
export function whyKeyIsRefused(
  { slots, keysWork }: SlotRules,
  { userId, nowMs }: { readonly userId: string; readonly nowMs: number },
): string | null {
  if (slots.some((slot) => isHost(slot, userId) && isForHosts(slot, nowMs))) return null;
  const own = slots.find((slot) => isHost(slot, userId) && slot.opensMs > nowMs);
  const yours = own === undefined ? "" : ` Yours, "${own.showName}", opens at ${own.words.opens}.`;
  const slot = slotAt(slots, nowMs) ?? slots.find((each) => isOpen(each, nowMs));
  if (slot?.admits === "hosts") {
    const { showName, words } = slot;
    return slot.fromMs <= nowMs
      ? `Only the hosts of "${showName}" can connect until ${words.ends}.${yours}`
      : `Only the hosts of "${showName}" can connect: it begins at ${words.begins}.${yours}`;
  }
  if (slot !== undefined || keysWork === "always") return null;
  return `Your key works in your own live shows only.${yours}`;
}

/** What the slots let a connected DJ do. */
export type Standing =
  /** It is their show. */
  | { readonly kind: "host" }
  /** They may be on air until a host is there. */
  | { readonly kind: "free" }
  /** Their show is about to start, and they wait for it. */
  | { readonly kind: "early" }
  /** A DJ on air may continue until a host is heard; others must leave. */
  | { readonly kind: "until-host"; readonly reason: string }
  /** They must leave. */
  | { readonly kind: "over"; readonly reason: string };

/** Whether a DJ may be on air now, may stay connected, or must leave. */
export function standingOf(
  { slots, keysWork }: SlotRules,
  {
    userId,
    connectedAtMs,
    nowMs,
  }: {
    readonly userId: string;
    /** Wall clock. */
    readonly connectedAtMs: number;
    readonly nowMs: number;
  },
): Standing {
  const on = slotAt(slots, nowMs);
  const own = slots.filter((slot) => isHost(slot, userId));
  if (on !== undefined && own.includes(on)) return { kind: "host" };
  if (own.some((slot) => slot.untilMs <= nowMs && nowMs < slot.overrunUntilMs))
    return { kind: "free" };
  const past = own.findLast((slot) => slot.overrunUntilMs <= nowMs);
  if (past !== undefined && connectedAtMs < past.overrunUntilMs)
    return { kind: "over", reason: `the time of "${past.showName}" is over` };
  if (own.some((slot) => isOpen(slot, nowMs) && connectedAtMs >= slot.opensMs))
    return { kind: "early" };
  if (on === undefined)
    return keysWork === "always"
      ? { kind: "free" }
      : { kind: "over", reason: "stream keys work in their owners' live shows only" };
  if (on.admits === "everyone") return { kind: "free" };
  return {
    kind: nowMs < on.graceUntilMs ? "until-host" : "over",
    reason: `"${on.showName}" has begun`,
  };
}

function isHost({ hostIds }: LiveSlot, userId: string): boolean {
  return hostIds.includes(userId);
}

/** Between the doors opening and its end. */
function isOpen({ opensMs, untilMs }: LiveSlot, nowMs: number): boolean {
  return opensMs <= nowMs && nowMs < untilMs;
}

function isForHosts({ opensMs, overrunUntilMs }: LiveSlot, nowMs: number): boolean {
  return opensMs <= nowMs && nowMs < overrunUntilMs;
}
