import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { lineSchema } from "./texts.ts";
import { contentKinds, trackIdSchema } from "./tracks.ts";

/** Most clocks a station has, and most slots of one. */
export const MAX_CLOCKS = 100;
export const MAX_CLOCK_SLOTS = 60;

/** Colours in which clocks and shows are drawn. */
export const programmeColors = ["cyan", "magenta", "green", "amber", "violet", "red"] as const;
export const programmeColorSchema = z.enum(programmeColors);
export type ProgrammeColor = z.infer<typeof programmeColorSchema>;

/** What a slot gives. */
export const slotContentSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("playlist"), playlistId: z.uuid() }),
  /** Any track of that kind. */
  z.object({ kind: z.literal("content"), contentKind: z.enum(contentKinds) }),
  z.object({ kind: z.literal("track"), trackId: trackIdSchema }),
  /** So many spots of a playlist, one behind the other. */
  z.object({
    kind: z.literal("break"),
    playlistId: z.uuid(),
    spots: z.int().check(z.minimum(1), z.maximum(20)),
  }),
]);
export type SlotContent = z.infer<typeof slotContentSchema>;

const secondOfHourSchema = z.int().check(z.minimum(0), z.maximum(3599));

/** What an exact item does while a DJ is on air: it waits for them to leave, or it takes over for its length. */
export const whileLiveChoices = ["wait", "interrupt"] as const;

/** When a slot begins. */
export const slotStartSchema = z.discriminatedUnion("kind", [
  /** Behind the slot before it. */
  z.object({ kind: z.literal("follow") }),
  /** At the first join from that second of the hour on. */
  z.object({ kind: z.literal("soft"), second: secondOfHourSchema }),
  /** At that second: what plays is faded. */
  z.object({
    kind: z.literal("exact"),
    second: secondOfHourSchema,
    whileLive: z.enum(whileLiveChoices),
  }),
]);
export type SlotStart = z.infer<typeof slotStartSchema>;

/** How much a slot gives; of one fixed track and of a break it says nothing. */
export const slotLengthSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("tracks"), tracks: z.int().check(z.minimum(1), z.maximum(50)) }),
  /** Until the next slot with a time, or the end of the hour. */
  z.object({ kind: z.literal("rest") }),
]);
export type SlotLength = z.infer<typeof slotLengthSchema>;

export const clockSlotSchema = z.object({
  id: z.uuid(),
  content: slotContentSchema,
  start: slotStartSchema,
  length: slotLengthSchema,
});
export type ClockSlot = z.infer<typeof clockSlotSchema>;

export const clockShape = {
  name: lineSchema({ shortest: 1, longest: 80 }),
  color: programmeColorSchema,
  /** Whether tracks before a slot with a time, and before the end of the hour, are chosen so that the join is near it. */
  isFilled: z.boolean(),
  /** In the order of the hour. */
  slots: z.array(clockSlotSchema).check(
    z.maxLength(MAX_CLOCK_SLOTS, `at most ${MAX_CLOCK_SLOTS} slots`),
    z.refine(
      (slots) => new Set(slots.map(({ id }) => id)).size === slots.length,
      "two slots have the same id",
    ),
    z.refine(haveTimesInOrder, "the times of the slots must come in order"),
  ),
};

/** The shape of an hour. */
export const clockSchema = z.object({
  id: z.uuid(),
  ...clockShape,
  /** Goes up with each change; a change of an older one is refused. */
  version: z.int(),
});
export type Clock = z.infer<typeof clockSchema>;

function haveTimesInOrder(slots: readonly { readonly start: SlotStart }[]): boolean {
  const seconds = slots.flatMap(({ start }) => (start.kind === "follow" ? [] : start.second));
  return seconds.every((second, index) => index === 0 || second > (seconds[index - 1] ?? 0));
}

/** The shapes of hours that the schedule is made of. */
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
