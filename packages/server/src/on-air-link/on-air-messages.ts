import { fromOnAirSchema, type FromOnAir } from "@neonrelay/on-air/protocol";
import * as z from "zod";

/** An event that this release can't read. It would come again over every connection. */
export interface UnreadableEvent {
  readonly kind: "unreadable-event";
  readonly number: number;
  /** As it came. */
  readonly event: unknown;
  readonly error: Error;
}

/** What every event has, whatever it holds. */
const anyEventSchema = z.object({
  kind: z.literal("event"),
  number: z.int(),
  event: z.unknown(),
});

/** @throws ZodError for what is neither a message nor an event */
export function readOnAirMessage(line: unknown): FromOnAir | UnreadableEvent {
  const message = fromOnAirSchema.safeParse(line);
  if (message.success) return message.data;
  const event = anyEventSchema.safeParse(line);
  if (!event.success) throw message.error;
  return { ...event.data, kind: "unreadable-event", error: message.error };
}
