import * as z from "zod";
import { codecs } from "../formats/stream-formats.ts";
import { bridgeLoopSchema } from "../programme/bridge.ts";
import { onAirSettingsSchema } from "../protocol/index.ts";

/** Rises with every change that an older master or edge can't read. */
export const EDGE_PROTOCOL_VERSION = 2;
/** How often an edge reports, in ms. */
export const REPORT_EVERY_MS = 2000;
/** Most bytes of a report. */
export const MAX_REPORT_BYTES = 128 * 1024;
/** Most bytes of an answer: a loop of each codec is the largest part. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Most sessions in one report; the others wait for the next. */
export const MAX_SESSIONS = 500;

export const edgeNameSchema = z
  .string()
  .regex(/^[\w .-]{1,60}$/, "must have 1 to 60 letters, digits, spaces, dots, - or _");

export const edgeReportSchema = z.object({
  protocol: z.int(),
  /** Of the edge's data folder. */
  id: z.uuid(),
  name: edgeNameSchema,
  /** Wall clock, in ms: of two processes with one folder's id the newer counts. */
  startedAtMs: z.number(),
  /** Where its listeners find it, without a mount; null: it is not offered to players. */
  publicUrl: z.nullable(z.url({ protocol: /^https?$/ }).max(300)),
  weight: z.int().min(0).max(100),
  listeners: z.int().min(0),
  /** Whether it carries the programme, or its own loop. */
  state: z.enum(["carrying", "loop"]),
  /** Digests of the loops that it has. */
  loops: z.partialRecord(z.enum(codecs), z.string().max(100)),
  /** How far it is behind the master, in ms; null: not known. */
  lagMs: z.nullable(z.number()),
  /** Connections of browsers that began since, with the master's programme position of their first sound. */
  sessions: z.array(z.object({ cid: z.uuid(), startMs: z.number() })).max(MAX_SESSIONS),
  /** How long listeners have listened there in all, in s; null: the master hasn't said in this run what it knows. */
  listenerSeconds: z.nullable(z.number().min(0)),
});
export type EdgeReport = Readonly<z.infer<typeof edgeReportSchema>>;

/** Where the master's MP3 ring ends: the first frame of its newest block, by which an edge finds its own place. */
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
  /** Those that the edge does not have. */
  loops: z.array(bridgeLoopSchema),
  /** How long listeners have listened at this edge, as far as the master knows, in s. */
  listenerSeconds: z.number().min(0),
});
export type EdgeAnswer = Readonly<z.infer<typeof edgeAnswerSchema>>;

/** Why a report is refused, for people. */
export const edgeRefusalSchema = z.object({ error: z.string().max(1000) });
