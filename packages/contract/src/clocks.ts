import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { programmeColorSchema } from "./programme-colors.ts";
import { lineSchema } from "./texts.ts";
import { contentKinds, trackIdSchema } from "./tracks.ts";

/** Maximum clocks per station, and slots per clock. */
export const MAX_CLOCKS = 100;
export const MAX_CLOCK_SLOTS = 60;

/** Content of a slot. */
export const slotContentSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("playlist"), playlistId: z.uuid() }),
  /** Any track of this kind. */
  z.object({ kind: z.literal("content"), contentKind: z.enum(contentKinds) }),
  z.object({ kind: z.literal("track"), trackId: trackIdSchema }),
  /** This many spots of a playlist in a row. */
  z.object({
    kind: z.literal("break"),
    playlistId: z.uuid(),
    spots: z.int().check(z.minimum(1), z.maximum(20)),
  }),
  /** Waiting requests; without any, a playlist, or for null the station's playlists by turns. */
  z.object({ kind: z.literal("requests"), playlistId: z.nullable(z.uuid()) }),
]);
export type SlotContent = z.infer<typeof slotContentSchema>;

const secondOfHourSchema = z.int().check(z.minimum(0), z.maximum(3599));

/**
 * What an exact item does while a DJ is on air: waits until they leave, interrupts them for its length, or plays over
 * their lowered sound.
 */
export const whileLiveChoices = ["wait", "interrupt", "duck"] as const;
export type WhileLive = (typeof whileLiveChoices)[number];

/** Start time of a slot. */
export const slotStartSchema = z.discriminatedUnion("kind", [
  /** After the previous slot. */
  z.object({ kind: z.literal("follow") }),
  /** At the first join after this second of the hour. */
  z.object({ kind: z.literal("soft"), second: secondOfHourSchema }),
  /** At this second; the track before fades out. */
  z.object({
    kind: z.literal("exact"),
    second: secondOfHourSchema,
    whileLive: z.enum(whileLiveChoices),
  }),
  /** At the first join between two seconds. Without one, at the later second, fading the current track. */
  z.object({
    kind: z.literal("window"),
    second: secondOfHourSchema,
    untilSecond: secondOfHourSchema,
    whileLive: z.enum(whileLiveChoices),
  }),
]);
export type SlotStart = z.infer<typeof slotStartSchema>;

/** Length of a slot. Ignored for a fixed track and a spot break. */
export const slotLengthSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("tracks"), tracks: z.int().check(z.minimum(1), z.maximum(50)) }),
  /** Until the next slot with a time, or the end of the hour. */
  z.object({ kind: z.literal("rest") }),
]);
export type SlotLength = z.infer<typeof slotLengthSchema>;

export const clockSlotSchema = z
  .object({
    id: z.uuid(),
    content: slotContentSchema,
    start: slotStartSchema,
    length: slotLengthSchema,
  })
  .check(
    z.refine(
      ({ content, start }) =>
        content.kind !== "requests" || !("whileLive" in start) || start.whileLive !== "duck",
      "requests can't play over a host: let the slot wait, or interrupt",
    ),
  );
export type ClockSlot = z.infer<typeof clockSlotSchema>;

export const clockShape = {
  name: lineSchema({ shortest: 1, longest: 80 }),
  color: programmeColorSchema,
  /** Whether tracks are chosen to end near the next timed slot or the end of the hour. */
  isFilled: z.boolean(),
  /** Ordered by time. */
  slots: z.array(clockSlotSchema).check(
    z.maxLength(MAX_CLOCK_SLOTS, `at most ${MAX_CLOCK_SLOTS} slots`),
    z.refine(
      (slots) => new Set(slots.map(({ id }) => id)).size === slots.length,
      "two slots have the same id",
    ),
    z.refine(haveTimesInOrder, "the times of the slots must be in order"),
    z.refine(haveRoomForWindows, "a window must end after it begins and before the next time"),
  ),
};

/** An hour as a sequence of slots. */
export const clockSchema = z.object({
  id: z.uuid(),
  ...clockShape,
  /** Incremented with each change; changes based on an older version are refused. */
  version: z.int(),
});
export type Clock = z.infer<typeof clockSchema>;

function haveRoomForWindows(slots: readonly { readonly start: SlotStart }[]): boolean {
  const timed = slots.flatMap(({ start }) => (start.kind === "follow" ? [] : [start]));
  return timed.every((start, index) => {
    if (start.kind !== "window") return true;
    const nextSecond = timed[index + 1]?.second ?? Infinity;
    return start.untilSecond > start.second && start.untilSecond < nextSecond;
  });
}

function haveTimesInOrder(slots: readonly { readonly start: SlotStart }[]): boolean {
  const seconds = slots.flatMap(({ start }) => (start.kind === "follow" ? [] : start.second));
  return seconds.every((second, index) => index === 0 || second > (seconds[index - 1] ?? 0));
}

/** Clocks, the templates of an hour. */
export const clocksCalls = defineCalls({
  listClocks: {
    method: "GET",
    path: "/api/clocks",
    response: z.array(clockSchema),
  },
  createClock: {
    method: "POST",
    path: "/api/clocks",
    response: clockSchema,
  },
  changeClock: {
    method: "PATCH",
    path: "/api/clocks/:id",
    response: clockSchema,
  },
  removeClock: {
    method: "DELETE",
    path: "/api/clocks/:id",
    response: z.object({ isRemoved: z.literal(true) }),
  },
});
