import * as z from "zod";

/** A time for which hosts are scheduled; all moments are wall-clock times, in ms since 1970. */
const liveSlotSchema = z.object({
  slotId: z.string(),
  showName: z.string(),
  fromMs: z.number(),
  untilMs: z.number(),
  /** From here on its hosts can connect. */
  opensMs: z.number(),
  /** A host who has not come until here counts as absent. */
  graceUntilMs: z.number(),
  /** Here a host is taken off the air. */
  overrunUntilMs: z.number(),
  /** Accounts. */
  hostIds: z.array(z.uuid()),
  /** Which other DJs can connect from `opensMs` to its end. */
  admits: z.enum(["hosts", "everyone"]),
  /** For people, on the station's clock face: "2027-03-01 19:45", "20:00", "22:00". */
  words: z.object({ opens: z.string(), begins: z.string(), ends: z.string() }),
});
export type LiveSlot = z.infer<typeof liveSlotSchema>;

/** Most slots that on-air is given at once: those of a week. */
export const MAX_LIVE_SLOTS = 300;

/** When stream keys work; the slots do not overlap, and come soonest first. */
export const slotRulesSchema = z.object({
  slots: z.array(liveSlotSchema).max(MAX_LIVE_SLOTS),
  keysWork: z.enum(["always", "in-own-shows"]),
});
export type SlotRules = z.infer<typeof slotRulesSchema>;

/** The slot whose time it is. */
export function slotAt(slots: readonly LiveSlot[], nowMs: number): LiveSlot | undefined {
  return slots.find(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs);
}

/** Why a stream key does not work now, as sentences; null: it does. */
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

/** How a connected DJ stands towards the air. */
export type Standing =
  /** It is their time. */
  | { readonly kind: "host" }
  /** They may be on air until a host is there. */
  | { readonly kind: "free" }
  /** Their time comes, and they wait for it. */
  | { readonly kind: "early" }
  /** While they are heard they may go on until a host is; otherwise they have to go. */
  | { readonly kind: "until-host"; readonly reason: string }
  /** They have to go. */
  | { readonly kind: "over"; readonly reason: string };

/** Whether a DJ may be on air now, may stay connected, or has to go. */
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

/** From when hosts can connect, to its end. */
function isOpen({ opensMs, untilMs }: LiveSlot, nowMs: number): boolean {
  return opensMs <= nowMs && nowMs < untilMs;
}

function isForHosts({ opensMs, overrunUntilMs }: LiveSlot, nowMs: number): boolean {
  return opensMs <= nowMs && nowMs < overrunUntilMs;
}
