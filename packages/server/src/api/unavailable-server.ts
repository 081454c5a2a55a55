import Fastify from "fastify";
import type { LauncherChannel } from "@neonrelay/process/launcher-channel";
import type { Logger } from "@neonrelay/process/log";
import type { ServerConfig } from "../config/config.ts";
import { createPeerFinder } from "../http-kit/peer.ts";
import { rawAnswers } from "../http-kit/raw-answers.ts";
import {
  addBodyLimit,
  addOrderlyEnd,
  type RequestLimits,
  timeLimits,
} from "../http-kit/request-limits.ts";
import { addConnectionPlaces } from "./connection-places.ts";
import { listen } from "./listen.ts";
import { addStreamMounts } from "./stream-mounts.ts";
import { WebServers } from "./web-servers.ts";
import type { PartReport, RunningPart } from "@neonrelay/process/part";

const RETRY_AFTER_SECONDS = 5;

/** Serves the web port while there is no server. */
interface UnavailableServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Answers 503 with the reason on the web port. Listeners are still handed over to on-air, and DJs passed on.
 * @param error a sentence for strangers, without the full stop
 * @throws StartUpError when it can't listen
 */
export async function openUnavailableServer({
  config,
  channel,
  limits,
  log,
  error,
}: {
  readonly config: ServerConfig;
  readonly channel: LauncherChannel | null;
  readonly limits: RequestLimits;
  readonly log: Logger;
  readonly error: string;
}): Promise<UnavailableServer> {
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
  return { url, close: async () => app.close() };
}

/** This process while there is no server. */
export type WaitingPart = RunningPart & Required<Pick<RunningPart, "restartRequested">>;

/**
 * [P95] After a failed start, answers 503 with the reason on the web port until it is time to retry; on-air keeps
 * playing.
 * @param reason one sentence for operators
 * @param retryMs time until the next attempt
 * @throws StartUpError when not even this can listen
 */
export async function waitToStart({
  config,
  reason,
  retryMs,
  report,
  channel,
  limits,
  log,
}: {
  readonly config: ServerConfig;
  readonly reason: string;
  readonly retryMs: number;
  readonly report: (report: PartReport) => void;
  readonly channel: LauncherChannel | null;
  readonly limits: RequestLimits;
  readonly log: Logger;
}): Promise<WaitingPart> {
  // Strangers read it, too, and must not learn where the data are.
  const shown = reason.replaceAll(config.dataDir, "DATA_DIR").replace(/\.$/, "");
  const error = `The station's server can't start: ${shown}. The stream continues, and the start is tried again`;
  const { url, close } = await openUnavailableServer({ config, channel, limits, log, error });
  log.error({ reason, retryMs }, "the server can't start; trying again");
  report({
    kind: "ready",
    url,
    ircUrl: null,
    waitsFor: `its server, which can't start: ${reason}`,
  });
  const retry = Promise.withResolvers<void>();
  const timer = setTimeout(() => retry.resolve(), retryMs);
  return {
    restartRequested: retry.promise,
    close: async () => {
      clearTimeout(timer);
      await close();
    },
  };
}
