import * as z from "zod";
import { commandNames } from "./commands.ts";
import { onAirEventSchema } from "./events.ts";
import { levelsSchema, onAirStatusSchema } from "./status.ts";

/**
 * The protocol between server and on-air: JSON lines on a Unix socket on which on-air listens. Both ends parse. After
 * both hellos on-air repeats every journalled event that the server has not stored, then sends `replayed`; only then
 * does the server send commands. Each command is answered once, by `reply` or `refusal`.
 */
export const PROTOCOL_VERSION = 1;
/** on-air sends something at least this often, in ms; whatever it has not reported has not changed. */
export const ALIVE_EVERY_MS = 1500;
export const MAX_LINE_BYTES = 8 * 1024 * 1024;

export const toOnAirSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("hello"),
    protocolVersion: z.int(),
    /** Last event stored; null when this server has stored none from any journal. */
    stored: z.object({ journalId: z.uuid(), number: z.int() }).nullable(),
  }),
  z.object({
    kind: z.literal("command"),
    id: z.int(),
    name: z.enum(commandNames),
    input: z.unknown(),
  }),
]);
export type ToOnAir = z.infer<typeof toOnAirSchema>;

export const fromOnAirSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("hello"),
    protocolVersion: z.int(),
    journalId: z.uuid(),
    newestNumber: z.int(),
  }),
  z.object({ kind: z.literal("event"), number: z.int(), event: onAirEventSchema }),
  z.object({ kind: z.literal("replayed") }),
  z.object({ kind: z.literal("alive") }),
  z.object({ kind: z.literal("status"), status: onAirStatusSchema }),
  /** A listener connection with this cid started at that programme position. */
  z.object({ kind: z.literal("attached"), cid: z.uuid(), startMs: z.number() }),
  /**
   * Sent 25 times per second of programme while enabled; during silence only once. A server that reads too slowly
   * misses some.
   */
  z.object({ kind: z.literal("levels"), levels: levelsSchema }),
  /**
   * A warning or error of on-air or its engine, as a log line; never journalled. The newest are kept while no server is
   * connected.
   */
  z.object({ kind: z.literal("log"), line: z.string() }),
  z.object({ kind: z.literal("reply"), id: z.int(), output: z.unknown() }),
  z.object({ kind: z.literal("refusal"), id: z.int(), reason: z.string() }),
]);
export type FromOnAir = z.infer<typeof fromOnAirSchema>;
