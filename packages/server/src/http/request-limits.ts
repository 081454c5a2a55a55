import type { FastifyInstance } from "fastify";

/** How long a request may take to arrive, in ms; whoever sends more slowly is cut off. */
export interface RequestLimits {
  readonly headersMs: number;
  /** Of a body in JSON. */
  readonly bodyMs: number;
  /** Of the whole request, which may carry a file. */
  readonly requestMs: number;
  /** How long whoever downloads a backup may take nothing of it. */
  readonly downloadStallMs: number;
  /** How often the first and last are looked at. */
  readonly lookEveryMs: number;
  /** How long calls under way may take once the server stops. */
  readonly graceMs: number;
}

const MINUTE_MS = 60_000;

/** 50 MB in 15 minutes are 0.5 Mbit/s. */
export const requestLimits: RequestLimits = {
  headersMs: 15_000,
  bodyMs: 30_000,
  requestMs: 15 * MINUTE_MS,
  downloadStallMs: MINUTE_MS,
  lookEveryMs: 5000,
  graceMs: 1500,
};

/** Cuts off whoever takes too long to send a body, unless it is a file. */
export function addBodyLimit(app: FastifyInstance, { bodyMs }: RequestLimits): void {
  app.addHook("preParsing", async (request, _reply, payload) => {
    if (request.headers["content-type"]?.startsWith("multipart/") === true) return payload;
    const timer = setTimeout(() => request.raw.destroy(), bodyMs);
    request.raw.once("end", () => clearTimeout(timer));
    request.raw.once("close", () => clearTimeout(timer));
    return payload;
  });
}

/** Lets the calls under way finish when the server stops, but not for ever. */
export function addOrderlyEnd(app: FastifyInstance, { graceMs }: RequestLimits): void {
  app.addHook("preClose", async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
    app.server.once("close", () => clearTimeout(timer));
  });
}
