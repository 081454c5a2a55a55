import type { LauncherChannel } from "@neonrelay/process/launcher-channel";
import type { PartReport } from "@neonrelay/process/part";
import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import type { ServerConfig } from "../config/config.ts";
import { hostOf } from "../database/open-database.ts";
import { findConnectionTrouble } from "../database/try-connection.ts";
import type { RequestLimits } from "../http-kit/request-limits.ts";
import { openUnavailableServer, type WaitingPart } from "./unavailable-server.ts";

const RETRY_MS = 2000;

/**
 * Answers 503 with the reason on the web port, and still hands listeners over to on-air, until the database server
 * answers: then this process has to be restarted.
 */
export async function waitForDatabase({
  config,
  databaseUrl,
  report,
  channel,
  limits,
  log,
}: {
  readonly config: ServerConfig;
  readonly databaseUrl: string;
  readonly report: (report: PartReport) => void;
  readonly channel: LauncherChannel | null;
  readonly limits: RequestLimits;
  readonly log: Logger;
}): Promise<WaitingPart> {
  const error = `The station's database at ${hostOf(databaseUrl)} does not respond. The stream continues, and the web app returns when the database does`;
  const { url, close } = await openUnavailableServer({ config, channel, limits, log, error });
  const waitsFor = `the database at ${hostOf(databaseUrl)}`;
  report({ kind: "ready", url, ircUrl: null, waitsFor });
  const closing = new AbortController();
  const answered = Promise.withResolvers<void>();
  const waiting = untilItAnswers({ databaseUrl, log, signal: closing.signal }).then((isThere) => {
    if (isThere) answered.resolve();
  });
  return {
    restartRequested: answered.promise,
    close: async () => {
      closing.abort();
      await waiting;
      await close();
    },
  };
}

/** @returns false when it was closed first */
async function untilItAnswers({
  databaseUrl,
  log,
  signal,
}: {
  readonly databaseUrl: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
}): Promise<boolean> {
  const server = hostOf(databaseUrl);
  let told = "";
  while (!signal.aborted) {
    const reason = await findConnectionTrouble(databaseUrl);
    if (reason === null) {
      log.info({ server }, "database is back: restarting the server");
      return true;
    }
    if (reason !== told) log.warn({ server, reason }, "database does not respond; retrying");
    told = reason;
    await delay(RETRY_MS, undefined, { signal }).catch(() => {}); // closed
  }
  return false;
}
