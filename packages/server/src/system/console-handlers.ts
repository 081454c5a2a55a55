import { CONSOLE_ROW_LIMIT, consoleApi } from "@neonrelay/contract";
import { prepareConsole, runInConsole } from "./console-store.ts";
import { isDatabaseAway, reasonOf } from "../database/database-failures.ts";
import type { Database } from "../database/database.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { SecurityLog } from "../logs/security-log.ts";
import { readingStatement } from "./console-rules.ts";

interface ConsoleParts {
  readonly database: Database;
  readonly systemLog: SystemLog;
  readonly security: SecurityLog;
}

/** Maximum length of a statement in the logs, in characters. */
const NOTED_LENGTH = 300;

export const consoleFeature = feature(consoleApi, consoleHandlers);

/** The console is prepared on first use, and runs one statement at a time. */
function consoleHandlers(parts: ConsoleParts): HandlersFor<typeof consoleApi> {
  const { database, systemLog, security } = parts;
  let isReady = false;
  let isBusy = false;
  return {
    runStatement: async ({ body }, { caller, request }) => {
      const statement = readingStatement(body.statement);
      if (statement === null)
        throw refused("Run one read-only statement: SELECT, WITH, VALUES or TABLE");
      if (isBusy) throw new ApiFailure({ error: "Another statement is running", code: "conflict" });
      isBusy = true;
      try {
        const noted = statement.slice(0, NOTED_LENGTH);
        const action = "ran a statement in the SQL console";
        systemLog.recordOperatorAction({ who: caller, action, details: { statement: noted } });
        security.record({
          severity: "medium",
          eventType: "sql_console",
          description: `A statement in the SQL console: ${noted}`,
          ipAddress: request.peer.address,
        });
        if (!isReady) await prepare(database);
        isReady = true;
        const startedAtMs = performance.now();
        const outcome = await runInConsole(database, { statement, rowLimit: CONSOLE_ROW_LIMIT });
        const durationMs = Math.round((performance.now() - startedAtMs) * 10) / 10;
        switch (outcome.kind) {
          case "rows": {
            const { columns, rows, isCut } = outcome;
            return { columns, rows, isCut, durationMs };
          }
          case "failed":
            throw refused(outcome.reason);
          case "too-slow":
            throw refused("The statement took longer than 5 seconds and was cancelled");
          case "no-copy":
            throw new ApiFailure({ error: outcome.reason, code: "unavailable" });
          default:
            return outcome satisfies never;
        }
      } finally {
        isBusy = false;
      }
    },
  };
}

async function prepare(database: Database): Promise<void> {
  try {
    await prepareConsole(database);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    throw new ApiFailure({
      error: `The station's database user can't create the role 'neonrelay_console' (${reasonOf(error)}); grant it CREATEROLE or that role, or use another SQL console`,
      code: "unavailable",
    });
  }
}

function refused(error: string): ApiFailure {
  return new ApiFailure({ error, code: "invalid_request", field: "statement" });
}
