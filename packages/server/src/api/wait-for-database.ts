import type { LauncherChannel } from "@neonrelay/process/launcher-channel";
import type { PartReport, RunningPart } from "@neonrelay/process/part";
import type { Logger } from "@neonrelay/process/log";
import Fastify from "fastify";
import { setTimeout as delay } from "node:timers/promises";
import type { ServerConfig } from "../config/config.ts";
import { hostOf } from "../database/open-database.ts";
import { findConnectionTrouble } from "../database/try-connection.ts";
import { addConnectionPlaces } from "./connection-places.ts";
import { listen } from "./listen.ts";
import { createPeerFinder } from "../http-kit/peer.ts";
import { rawAnswers } from "../http-kit/raw-answers.ts";
import {
  addBodyLimit,
  addOrderlyEnd,
  timeLimits,
  type RequestLimits,
} from "../http-kit/request-limits.ts";
import { addStreamMounts } from "./stream-mounts.ts";
import { WebServers } from "./web-servers.ts";

const RETRY_MS = 2000;
const RETRY_AFTER_SECONDS = 5;

/** This process while its database is away. */
export type WaitingPart = RunningPart & Required<Pick<RunningPart, "restartRequested">>;

/**
 * Answers 503 in words on the web port, and hands listeners over to on-air as ever, until the database server answers:
 * then this process has to be started again.
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
  const http = timeLimits(limits);
  const servers = new WebServers(config, { limits, log });
  const app = Fastify({
    ...rawAnswers,
    requestTimeout: limits.requestMs,
    http,
    serverFactory: servers.factory(http),
  });
  app.addHook("preClose", async () => servers.close());
  addConnectionPlaces(app, { limits, trustProxy: config.trustProxy, servers });
  addBodyLimit(app, limits);
  addOrderlyEnd(app, limits);
  addStreamMounts(app, {
    config,
    findPeer: createPeerFinder(config.trustProxy, () => {}),
    handOver: channel === null ? null : (connection) => channel.handOver(connection),
  });
  app.setNotFoundHandler((request, reply) => {
    reply.code(503).header("retry-after", RETRY_AFTER_SECONDS).header("cache-control", "no-store");
    reply.header("x-content-type-options", "nosniff");
    if (request.headers.accept?.includes("text/html") !== true)
      return reply.send({ error, code: "unavailable" });
    reply.header("refresh", RETRY_AFTER_SECONDS).type("text/plain; charset=utf-8");
    return reply.send(`${error}.\n`);
  });
  const url = await listen({ app, config, channel });
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
      await app.close();
    },
  };
}

/** @returns false when it was closed before */
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
    await delay(RETRY_MS, undefined, { signal }).catch(() => {}); // closed meanwhile
  }
  return false;
}
