import * as z from "zod";
import { outsideTextSchema } from "./programme.ts";

/** Length of the spans into which the ledger cuts sessions: every time zone's hours and days begin with one. */
export const LEDGER_SPAN_MS = 15 * 60_000;
/** Maximum rows of one `takeSessions`. */
export const MAX_TAKEN_ROWS = 10_000;
/** Maximum listeners returned by `listeningNow`. */
const MAX_LISTENING_NOW = 5_000;

export const deviceKinds = ["phone", "tablet", "computer", "tv", "speaker", "other"] as const;

/** What is known of a listener. Nothing here identifies a person. */
const listenerFacts = {
  /** The mount's path, such as `/mp3`, or `/hls`. */
  mount: z.string().max(100),
  /** Through which door: our own port, the web port, or an edge. */
  via: z.enum(["stream", "web", "edge"]),
  /** Name of the edge; null for a listener of the station itself. */
  edge: z.string().max(60).nullable(),
  /** Player family, such as `VLC` or `Firefox`; `Other` if unknown. */
  player: outsideTextSchema,
  device: z.enum(deviceKinds),
  /** ISO 3166-1 alpha-2; null if unknown. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  /** ISO 3166-2 without the country, such as `CA`; null if unknown. */
  subdivision: z
    .string()
    .regex(/^[A-Z0-9]{1,3}$/)
    .nullable(),
  /** Only if the operator keeps addresses. */
  address: z.string().max(45).nullable(),
};

/**
 * A part of a listening session that lies within one span of 15 minutes (UTC). Rows of a session share its id, so each
 * is stored and rolled up once, however long the session lasts.
 */
const sessionRowSchema = z.object({
  /** Increases by 1 in one ledger. */
  number: z.int().min(1),
  sessionId: z.uuid(),
  /** Start of the session, ms. */
  startedAtMs: z.number(),
  fromMs: z.number(),
  toMs: z.number(),
  /** Heard between the two; less than their difference if the player was away for up to 30 s in between. */
  seconds: z.number().min(0),
  bytes: z.int().min(0),
  isFirst: z.boolean(),
  isLast: z.boolean(),
  /** Station day, such as 2026-11-30, and the listener's hash of that day. */
  day: z.iso.date(),
  hash: z.string().regex(/^[0-9a-f]{32}$/),
  ...listenerFacts,
});
export type SessionRow = Readonly<z.infer<typeof sessionRowSchema>>;

/**
 * Rows that had no room on disk, rolled up; their sessions are not known any more. Numbered with the rows: it stands for
 * those up to its number.
 */
const lostRowsSchema = z.object({
  number: z.int().min(1),
  spanFromMs: z.number(),
  mount: z.string().max(100),
  country: listenerFacts.country,
  seconds: z.number().min(0),
  /** Of these, sessions that began in the span. */
  sessions: z.int().min(0),
});
export type LostRows = Readonly<z.infer<typeof lostRowsSchema>>;

/** A listener who is connected now. */
const listeningSchema = z.object({
  sessionId: z.uuid(),
  startedAtMs: z.number(),
  /** Heard since then. */
  seconds: z.number().min(0),
  ...listenerFacts,
});
export type Listening = Readonly<z.infer<typeof listeningSchema>>;

export const ledgerCommands = {
  /** Oldest rows after `stored`, which the server has stored and the ledger then drops. */
  takeSessions: {
    input: z.object({
      /** null: none of any ledger. Another ledger's position counts as none. */
      stored: z.object({ ledgerId: z.uuid(), number: z.int().min(0) }).nullable(),
      most: z.int().min(1).max(MAX_TAKEN_ROWS),
    }),
    output: z.object({
      ledgerId: z.uuid(),
      rows: z.array(sessionRowSchema).max(MAX_TAKEN_ROWS),
      /** All numbers up to the highest of both are taken. */
      lost: z.array(lostRowsSchema).max(MAX_TAKEN_ROWS).default([]),
      hasMore: z.boolean(),
    }),
  },
  listeningNow: {
    input: z.object({}),
    output: z.object({ listeners: z.array(listeningSchema).max(MAX_LISTENING_NOW) }),
  },
  /** Ends a listener's connections. */
  disconnectListener: {
    input: z.object({ sessionId: z.uuid() }),
    output: z.object({ disconnected: z.boolean() }),
  },
} as const;
