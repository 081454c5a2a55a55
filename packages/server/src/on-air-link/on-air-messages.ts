import { fromOnAirSchema, type FromOnAir } from "@neonrelay/on-air/protocol";
import * as z from "zod";

/** An event that this release can't parse. on-air would repeat it over every connection. */
export interface UnreadableEvent {
  readonly kind: "unreadable-event";
  readonly number: number;
  /** The raw event. */
  readonly event: unknown;
  readonly error: Error;
}

/** The fields common to all events. */
const anyEventSchema = z.object({
  kind: z.literal("event"),
  number: z.int(),
  event: z.unknown(),
});

/** @throws ZodError when it is neither a message nor an event */
export function readOnAirMessage(line: unknown): FromOnAir | UnreadableEvent {
  const message = fromOnAirSchema.safeParse(line);
  if (message.success) return message.data;
  const event = anyEventSchema.safeParse(line);
  if (!event.success) throw message.error;
  return { ...event.data, kind: "unreadable-event", error: message.error };
}
