import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { localDateSchema } from "./on-now.ts";
import { lineSchema } from "./texts.ts";

export const MAX_REPORT_DAYS = 366;
/** Beyond them the oldest is deleted. */
export const MAX_REPORTS = 50;
/** Ids of incomplete tracks that a report names. */
export const MAX_INCOMPLETE_TRACKS = 1000;

/** Who a report is for; `csv` has the columns one chooses. */
export const reportKinds = ["soundexchange", "soundexchange-sample", "ppl", "gvl", "csv"] as const;

/** Columns of a `csv` report, which has one row for each play. */
export const reportColumns = [
  "startedAt",
  "date",
  "time",
  "kind",
  "artist",
  "title",
  "album",
  "label",
  "isrc",
  "dj",
  "durationSeconds",
  "playedSeconds",
  "performances",
  "listeningHours",
  "listenersAtStart",
  "listenersJoined",
  "countries",
] as const;

/** As a society knows the station. Its formats reserve the two characters. */
const serviceTextSchema = (shortest: 0 | 1) =>
  lineSchema({ shortest, longest: 100 }).check(z.regex(/^[^|^]*$/, "must not contain | or ^"));

export const reportServiceSchema = z.object({
  name: serviceTextSchema(1),
  /** Transmission category; only SoundExchange asks for it. */
  category: serviceTextSchema(0),
  channel: serviceTextSchema(0),
});

export const reportColumnsSchema = z.array(z.enum(reportColumns)).check(
  z.minLength(1),
  z.maxLength(reportColumns.length),
  z.refine((columns) => new Set(columns).size === columns.length, "must be different"),
);

/** What a report was made from. */
export const reportAnswersSchema = z.object({
  kind: z.enum(reportKinds),
  from: localDateSchema,
  to: localDateSchema,
  timeZone: z.string(),
  service: z.nullable(reportServiceSchema),
  columns: z.nullable(reportColumnsSchema),
});
export type ReportAnswers = z.infer<typeof reportAnswersSchema>;

/** What its plays of music lack. */
export const reportCompletenessSchema = z.object({
  plays: z.int(),
  playsWithoutIsrc: z.int(),
  playsWithoutLabel: z.int(),
  playsWithoutAlbum: z.int(),
  /** Tracks of the library that lack any of these. */
  tracks: z.int(),
});
export type ReportCompleteness = z.infer<typeof reportCompletenessSchema>;

const report = {
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  answers: reportAnswersSchema,
  outcome: z.discriminatedUnion("state", [
    /** `progress` is from 0 to 1. */
    z.object({ state: z.literal("running"), progress: z.number() }),
    z.object({ state: z.literal("failed"), reason: z.string() }),
    z.object({
      state: z.literal("done"),
      fileName: z.string(),
      sizeBytes: z.int(),
      /** What to know before sending it, in sentences. */
      notes: z.array(z.string()),
      completeness: reportCompletenessSchema,
    }),
  ]),
};

export const reportSchema = z.object(report);
export type Report = z.infer<typeof reportSchema>;

export const wholeReportSchema = z.object({
  ...report,
  /** At most MAX_INCOMPLETE_TRACKS of the tracks that `completeness` counts. */
  incompleteTrackIds: z.array(z.uuid()),
});
export type WholeReport = z.infer<typeof wholeReportSchema>;

/** Reports of what was played, and to how many. */
export const reportsCalls = defineCalls({
  listReports: { method: "GET", path: "/api/reports", response: z.array(reportSchema) },
  createReport: { method: "POST", path: "/api/reports", response: reportSchema },
  getReport: { method: "GET", path: "/api/reports/:id", response: wholeReportSchema },
  deleteReport: {
    method: "DELETE",
    path: "/api/reports/:id",
    response: z.object({ deleted: z.literal(true) }),
  },
});

export const reportFilesCalls = defineCalls({
  downloadReport: { method: "GET", path: "/api/reports/:id/file", response: z.file() },
});
