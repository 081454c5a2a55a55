import { MAX_REPORT_DAYS, type Report, reportFilesApi, reportsApi } from "@neonrelay/contract";
import type { FastifyInstance } from "fastify";
import { Readable } from "node:stream";
import type { Database } from "../database/database.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { requesterName } from "../identity/rights-rules.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { localDateOf } from "../schedule/local-time-rules.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { ReportMaker } from "./report-maker.ts";
import { refusePeriod } from "./report-rules.ts";
import { findReport, listReports, readParts, type StoredReport } from "./report-store.ts";

interface ReportParts {
  readonly database: Database;
  readonly reports: ReportMaker;
  readonly schedule: Pick<Schedule, "timeZone">;
  readonly systemLog: SystemLog;
}

const { downloadReport } = reportFilesApi;

export const reportFeature = feature(reportsApi, reportHandlers);

function reportHandlers(parts: ReportParts): HandlersFor<typeof reportsApi> {
  const { database, reports, schedule, systemLog } = parts;
  const { connection } = database;
  return {
    listReports: async () =>
      (await listReports(connection)).map((report) => toReport(report, reports)),
    createReport: async ({ body }, { caller }) => {
      const { kind, from, to, timeZone = schedule.timeZone, service, columns } = body;
      const nowMs = Date.now();
      const today = localDateOf(nowMs, timeZone);
      const refused = refusePeriod({ from, to }, { today, maxDays: MAX_REPORT_DAYS });
      if (refused !== null) {
        const { field, reason } = refused;
        throw new ApiFailure({ error: `${field}: ${reason}`, code: "invalid_request", field });
      }
      const answers = {
        kind,
        from,
        to,
        timeZone,
        service: service ?? null,
        columns: columns ?? null,
      };
      const report = await reports.create(answers, { createdBy: requesterName(caller), nowMs });
      if (report === null)
        throw new ApiFailure({
          error: "Another report is being made: wait until it is done, or delete it",
          code: "conflict",
        });
      const details = { kind, from, to };
      systemLog.recordOperatorAction({ who: caller, action: "made a report", details });
      return toReport(report, reports);
    },
    getReport: async ({ params: { id } }) => {
      const report = await findOrFail(parts, id);
      const incompleteTrackIds = report.result?.incompleteTrackIds ?? [];
      return { ...toReport(report, reports), incompleteTrackIds };
    },
    deleteReport: async ({ params: { id } }, { caller }) => {
      if (!(await reports.delete(id))) throw unknownReport();
      const details = { report: id };
      systemLog.recordOperatorAction({ who: caller, action: "deleted a report", details });
      return { deleted: true };
    },
  };
}

/** The file of a report as a download. */
export function addReportFile(app: FastifyInstance, parts: ReportParts): void {
  app.route({
    method: downloadReport.method,
    url: downloadReport.path,
    exposeHeadRoute: false,
    config: { access: downloadReport.access },
    schema: { params: downloadReport.params },
    handler: async (request, reply) => {
      const { id } = downloadReport.params.parse(request.params);
      const { result } = await findOrFail(parts, id);
      if (result === null)
        throw new ApiFailure({ error: "This report has no file", code: "conflict" });
      const { fileName, sizeBytes } = result;
      const type = fileName.endsWith(".csv") ? "text/csv" : "text/plain";
      return reply
        .header("cache-control", "no-store")
        .header("content-disposition", `attachment; filename="${fileName}"`)
        .header("content-length", sizeBytes)
        .type(`${type}; charset=utf-8`)
        .send(Readable.from(readParts(parts.database.connection, id), { objectMode: false }));
    },
  });
}

async function findOrFail({ database }: ReportParts, id: string): Promise<StoredReport> {
  const report = await findReport(database.connection, id);
  if (report === null) throw unknownReport();
  return report;
}

function unknownReport(): ApiFailure {
  return new ApiFailure({ error: "This report no longer exists", code: "not_found" });
}

function toReport(stored: StoredReport, reports: Pick<ReportMaker, "progressOf">): Report {
  const { id, createdBy, answers } = stored;
  const createdAt = stored.createdAt.toISOString();
  return { id, createdAt, createdBy, answers, outcome: outcomeOf(stored, reports.progressOf(id)) };
}

function outcomeOf({ failure, result }: StoredReport, progress: number | null): Report["outcome"] {
  if (result !== null) {
    const { incompleteTrackIds: _incompleteTrackIds, ...shown } = result;
    return { state: "done", ...shown };
  }
  if (failure !== null) return { state: "failed", reason: failure };
  if (progress !== null) return { state: "running", progress };
  return {
    state: "failed",
    reason: "The server was stopped while it was being made: make it again",
  };
}
