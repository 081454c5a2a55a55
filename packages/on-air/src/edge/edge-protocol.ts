import * as z from "zod";
import { codecs } from "../formats/stream-formats.ts";
import { bridgeLoopSchema } from "../programme/bridge.ts";
import { listenerSaltsSchema } from "../audience/listener-salts.ts";
import { lostRowsSchema, onAirSettingsSchema, sessionRowSchema } from "../protocol/index.ts";

/** Increment with every change that an older master or edge can't read. */
export const EDGE_PROTOCOL_VERSION = 2;
/** Report interval of an edge, in ms. */
export const REPORT_EVERY_MS = 2000;
/** Maximum size of a report. */
export const MAX_REPORT_BYTES = 128 * 1024;
/** Maximum size of an answer: mostly one loop per codec. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Maximum sessions per report; the others wait for the next. */
export const MAX_SESSIONS = 500;

/** Maximum rows of the ledger per report, of each kind. */
export const MAX_LEDGER_ROWS = 120;

export const edgeNameSchema = z
  .string()
  .regex(/^[\w .-]{1,60}$/, "must have 1 to 60 letters, digits, spaces, dots, - or _");

export const edgeReportSchema = z.object({
  protocol: z.int(),
  /** Id of the edge's data folder. */
  id: z.uuid(),
  name: edgeNameSchema,
  /** Wall clock, ms: of two processes with the same folder id the newer counts. */
  startedAtMs: z.number(),
  /** Its public address without a mount; null: not offered to players. */
  publicUrl: z.nullable(z.url({ protocol: /^https?$/ }).max(300)),
  weight: z.int().min(0).max(100),
  listeners: z.int().min(0),
  /** Whether it carries the programme or its own loop. */
  state: z.enum(["carrying", "loop"]),
  /** Digests of the loops it has. */
  loops: z.partialRecord(z.enum(codecs), z.string().max(100)),
  /** How far it is behind the master, in ms; null if unknown. */
  lagMs: z.nullable(z.number()),
  /** Browser connections opened since the last report, with the master's programme position of their first sound. */
  sessions: z.array(z.object({ cid: z.uuid(), startMs: z.number() })).max(MAX_SESSIONS),
  /** Total listened time of the edge, in s; null until the master has said in this run what it knows. */
  listenerSeconds: z.nullable(z.number().min(0)),
  /** The oldest rows of the edge's ledger that the master has not acknowledged. */
  ledger: z
    .object({
      ledgerId: z.uuid(),
      rows: z.array(sessionRowSchema).max(MAX_LEDGER_ROWS),
      lost: z.array(lostRowsSchema).max(MAX_LEDGER_ROWS),
    })
    .nullable()
    .default(null),
});
export type EdgeReport = Readonly<z.infer<typeof edgeReportSchema>>;

/** End of the master's MP3 ring: the first frame of its newest block, by which an edge finds its own position. */
const markSchema = z.object({
  digest: z.string(),
  positionSamples: z.number(),
  endSamples: z.number(),
});
export type ProgrammeMark = Readonly<z.infer<typeof markSchema>>;

export const edgeAnswerSchema = z.object({
  protocol: z.literal(EDGE_PROTOCOL_VERSION),
  settings: onAirSettingsSchema,
  /** null: nothing is on air yet. */
  mark: z.nullable(markSchema),
  /** Loops that the edge lacks. */
  loops: z.array(bridgeLoopSchema),
  /** Total listened time of this edge as the master knows it, in s. */
  listenerSeconds: z.number().min(0),
  /** Today's and tomorrow's. */
  salts: listenerSaltsSchema.default([]),
  /** What the master has stored of this edge's ledger; null: nothing. */
  stored: z
    .object({ ledgerId: z.uuid(), number: z.int().min(0) })
    .nullable()
    .default(null),
});
export type EdgeAnswer = Readonly<z.infer<typeof edgeAnswerSchema>>;

/** Why a report is refused, for people. */
export const edgeRefusalSchema = z.object({ error: z.string().max(1000) });
