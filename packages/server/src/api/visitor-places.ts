import type { FastifyInstance } from "fastify";
import { networkOf } from "@neonrelay/process/client-address";
import { asVisitorRead } from "../database/visitor-reads.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { isOperator } from "../identity/rights-rules.ts";
import { createCheckSlots } from "../limits/check-slots.ts";

/** Per network: two run and two wait, as many as a page sends at once. All networks together: four run. */
const costlyReads = { atOnce: 4, waiting: 60, perNetwork: { atOnce: 2, waiting: 2 } };
const RETRY_MS = 500;

/**
 * Makes visitor reads queue behind everything else at the database, and gives each network a share of the costly ones.
 * Register before all routes.
 */
export function addVisitorPlaces(app: FastifyInstance): void {
  const slots = createCheckSlots(costlyReads);
  app.addHook("onRoute", (route) => {
    const { access, isUrgent = false, isCostly = false } = route.config ?? {};
    // Each GET has a HEAD that costs as much.
    const isRead = route.method === "GET" || route.method === "HEAD";
    const isForVisitors = access === "public" || access === "signed-in";
    if (!isRead || !isForVisitors || isUrgent) return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      const answer = async (): Promise<unknown> => await handler.call(this, request, reply);
      if (isOperator(request.caller)) return await answer();
      if (!isCostly) return await asVisitorRead(answer);
      const done = await slots.run(networkOf(request.peer.address), async () => {
        // Clients that hung up while waiting cost nothing more.
        if (request.raw.socket.destroyed) return reply.hijack();
        return await asVisitorRead(answer);
      });
      if (done.kind === "busy") throw refused(done.isAllTaken);
      return done.outcome;
    };
  });
}

function refused(isAllTaken: boolean): ApiFailure {
  const retryAt = new Date(Date.now() + RETRY_MS).toISOString();
  if (isAllTaken)
    return new ApiFailure({
      error: "The station has too many searches and lists to answer; try again in a moment",
      code: "unavailable",
      retryAt,
    });
  return new ApiFailure({
    error: "Too many searches and lists at once from your network; try again in a moment",
    code: "too_many_requests",
    retryAt,
  });
}
