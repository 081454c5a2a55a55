import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { localDateSchema } from "./on-now.ts";
import {
  MAX_REPORT_DAYS,
  MAX_REPORTS,
  type Report,
  reportColumnsSchema,
  reportFilesCalls,
  reportKinds,
  reportsCalls,
  reportServiceSchema,
} from "./reports.ts";
import { settableTimeZoneSchema } from "./settings-api.ts";

const reportRequestSchema = z
  .object({
    kind: z.enum(reportKinds).check(z.describe("`csv` has one row for each play")),
    from: localDateSchema.check(z.describe("First day")),
    to: localDateSchema.check(z.describe("Last day")),
    timeZone: z.optional(
      settableTimeZoneSchema.check(z.describe("Of both days; the station's by default")),
    ),
    service: z.optional(
      reportServiceSchema.check(
        z.describe("As the society knows it; every kind but `csv` needs it"),
      ),
    ),
    columns: z.optional(
      reportColumnsSchema.check(z.describe("Only of `csv`, in this order; all by default")),
    ),
  })
  .check(
    z.refine(({ kind, service }) => kind === "csv" || service !== undefined, {
      error: "name the service",
      path: ["service"],
    }),
    z.refine(({ kind, columns }) => kind === "csv" || columns === undefined, {
      error: "only a report of the kind csv has columns to choose",
      path: ["columns"],
    }),
  );

const params = z.object({ id: z.uuid().check(z.describe("Id of the report")) });

const service = { name: "Neon Relay", category: "Eligible nonsubscription", channel: "Main" };
const reportExample: Report = {
  id: "5d2b7f10-8c4e-4a39-9e61-0b7d3c5a8f24",
  createdAt: "2027-04-02T08:00:00.000Z",
  createdBy: "ada",
  answers: {
    kind: "soundexchange",
    from: "2027-03-01",
    to: "2027-03-31",
    timeZone: "America/New_York",
    service,
    columns: null,
  },
  outcome: {
    state: "done",
    fileName: "NEONRELAY01032027-31032027_A.txt",
    sizeBytes: 412_870,
    notes: [],
    completeness: {
      plays: 13_020,
      playsWithoutIsrc: 312,
      playsWithoutLabel: 40,
      playsWithoutAlbum: 12,
      tracks: 1,
    },
  },
};

export const reportsApi = defineApi(reportsCalls, {
  listReports: {
    access: "audience",
    summary: `The newest ${MAX_REPORTS} reports, newest first`,
    example: { response: [reportExample] },
  },
  createReport: {
    access: "audience",
    errors: ["invalid_request", "conflict"],
    summary: `Make a report of at most ${MAX_REPORT_DAYS} days, in the background; only one is made at a time`,
    body: reportRequestSchema,
    example: {
      body: {
        kind: "soundexchange",
        from: "2027-03-01",
        to: "2027-03-31",
        timeZone: "America/New_York",
        service,
      },
      response: { ...reportExample, outcome: { state: "running", progress: 0 } },
    },
  },
  getReport: {
    access: "audience",
    errors: ["not_found"],
    summary: "A report, with tracks that lack an ISRC, label or album",
    params,
    example: {
      response: {
        ...reportExample,
        incompleteTrackIds: ["1f0e8c52-6a0b-4d7e-9c3f-5b2a8d4e7f60"],
      },
    },
  },
  deleteReport: {
    access: "audience",
    errors: ["not_found"],
    summary: "Delete a report; one that is being made is stopped",
    params,
    example: { response: { deleted: true } },
  },
});

export const reportFilesApi = defineApi(reportFilesCalls, {
  downloadReport: {
    access: "audience",
    errors: ["not_found", "conflict"],
    mediaType: "text/plain",
    summary: "The file of a report, once it is done",
    params,
  },
});
