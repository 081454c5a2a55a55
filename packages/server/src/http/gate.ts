import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import { decideAccess } from "../accounts/rights-rules.ts";
import { findCaller, SESSION_MS } from "../accounts/session-actions.ts";
import type { Database } from "../database/database.ts";
import { insertSecurityEvent } from "../database/log-store.ts";
import { ApiFailure, roleMayNot, signInFirst } from "./api-failure.ts";
import { isKnownHost, isOwnOrigin, type KnownNames } from "./origin-rules.ts";

export const SESSION_COOKIE = "neonrelay_session";
export const VISITOR_COOKIE = "neonrelay_visitor";
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const visitorPattern = /^[0-9a-f-]{36}$/;
const readingMethods = new Set(["GET", "HEAD", "OPTIONS"]);

export interface GateOptions {
  readonly database: Database;
  readonly knownNames: KnownNames;
  /** Cookies only over https. */
  readonly isSecure: boolean;
  readonly log: Logger;
}

/** The one place that decides whether a call may reach its handler. */
export function addGate(app: FastifyInstance, options: GateOptions): void {
  const { database, knownNames, isSecure, log } = options;
  app.decorateRequest("caller", { getter: () => ({ kind: "guest" }) as const });
  app.addHook("onRequest", async (request, reply) => {
    if (!isKnownHost(request.headers.host, knownNames))
      throw new ApiFailure({
        error: "This station is not known by that name; its operator can set PUBLIC_URL",
        code: "invalid_request",
        field: "host",
      });
    const { access } = request.routeOptions.config;
    if (access === undefined) return;
    if (!readingMethods.has(request.method)) requireOwnOrigin(request, knownNames);
    setVisitorCookie(request, reply, isSecure);
    const token = request.cookies[SESSION_COOKIE];
    const { caller, isExtended } = await findCaller(database, token);
    Object.defineProperty(request, "caller", { value: caller });
    if (isExtended && token !== undefined) setSessionCookie(reply, { token, isSecure });
    const decision = decideAccess(caller, access);
    if (decision === "allowed") return;
    noteRefusal(request, { database, log });
    throw new ApiFailure(decision === "sign-in-first" ? signInFirst : roleMayNot);
  });
}

export function setSessionCookie(
  reply: FastifyReply,
  { token, isSecure }: { readonly token: string; readonly isSecure: boolean },
): void {
  reply.setCookie(SESSION_COOKIE, token, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure,
    maxAge: SESSION_MS / 1000,
  });
}

/** Scheme, host and port a request was made to. */
export function ownOriginOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

function requireOwnOrigin(request: FastifyRequest, { publicOrigin }: KnownNames): void {
  const isOwn = isOwnOrigin({
    origin: request.headers.origin,
    ownOrigin: ownOriginOf(request),
    publicOrigin,
    hasCookie: request.headers.cookie !== undefined,
  });
  if (!isOwn)
    throw new ApiFailure({
      error: "This call did not come from the station's own pages",
      code: "not_allowed",
    });
}

function setVisitorCookie(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): void {
  if (visitorPattern.test(request.cookies[VISITOR_COOKIE] ?? "")) return;
  reply.setCookie(VISITOR_COOKIE, randomUUID(), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure,
    maxAge: YEAR_SECONDS,
  });
}

function noteRefusal(
  request: FastifyRequest,
  { database, log }: { readonly database: Database; readonly log: Logger },
): void {
  insertSecurityEvent(database.connection, {
    severity: "other",
    eventType: "call_refused",
    description: `${request.method} ${request.routeOptions.url ?? ""} without the right to it`,
    ipAddress: request.ip,
  }).catch((error: unknown) => log.warn({ error }, "security event not stored"));
}
