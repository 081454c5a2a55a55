import type { FastifyInstance } from "fastify";
import { networkOf } from "@neonrelay/process/network-of";
import { asVisitorRead } from "../database/visitor-reads.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { isOperator } from "../identity/rights-rules.ts";
import { createCheckSlots } from "../limits/check-slots.ts";

/** Four of one network at once: a page asks for no more. Two of these run, and at most four of all networks. */
const costlyReads = { atOnce: 4, waiting: 60, perNetwork: { atOnce: 2, waiting: 2 } };
const RETRY_MS = 500;

/**
 * Reads of visitors wait behind everything else at the database, and each network has a share of those that cost much.
 * Add it before all routes.
 */
export function addVisitorPlaces(app: FastifyInstance): void {
  const slots = createCheckSlots(costlyReads);
  app.addHook("onRoute", (route) => {
    const { access, isUrgent = false, isCostly = false } = route.config ?? {};
    // Of each GET there is a HEAD, which costs as much.
    const isRead = route.method === "GET" || route.method === "HEAD";
    const isForVisitors = access === "public" || access === "signed-in";
    if (!isRead || !isForVisitors || isUrgent) return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      const answer = async (): Promise<unknown> => await handler.call(this, request, reply);
      if (isOperator(request.caller)) return await answer();
      if (!isCostly) return await asVisitorRead(answer);
      const done = await slots.run(networkOf(request.peer.address), async () => {
        // Who has hung up while waiting costs nothing more.
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
