import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import { decideAccess } from "../accounts/rights-rules.ts";
import { findCaller, SESSION_MS } from "../accounts/session-actions.ts";
import type { Database } from "../database/database.ts";
import type { SecurityLog } from "../security/security-log.ts";
import { ApiFailure, roleMayNot, signInFirst } from "./api-failure.ts";
import type { PeerFinder } from "./peer.ts";
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
  readonly findPeer: PeerFinder;
  readonly security: SecurityLog;
}

/** Refuses requests to a name that is not ours. It must be added before whatever uses the Host. */
export function addHostCheck(
  app: FastifyInstance,
  { knownNames, findPeer }: Pick<GateOptions, "knownNames" | "findPeer">,
): void {
  app.addHook("onRequest", async (request) => {
    if (!isKnownHost(findPeer(request.raw).host, knownNames))
      throw new ApiFailure({
        error: "This station is not known by that name; its operator can set PUBLIC_URL",
        code: "invalid_request",
        field: "host",
      });
  });
}

/** The one place that decides whether a call may reach its handler. */
export function addGate(app: FastifyInstance, options: GateOptions): void {
  const { database, knownNames, isSecure, security } = options;
  app.decorateRequest("caller", { getter: () => ({ kind: "guest" }) as const });
  app.decorateRequest("peer", {
    getter() {
      return options.findPeer(this.raw);
    },
  });
  app.addHook("onRequest", async (request, reply) => {
    const { access, isForAnyone } = request.routeOptions.config;
    if (access === undefined || isForAnyone === true) return;
    if (!readingMethods.has(request.method)) requireOwnOrigin(request, knownNames);
    setVisitorCookie(request, reply, isSecure);
    const token = request.cookies[SESSION_COOKIE];
    const { caller, isExtended } = await findCaller(database, token);
    Object.defineProperty(request, "caller", { value: caller });
    if (isExtended && token !== undefined) setSessionCookie(reply, { token, isSecure });
    const decision = decideAccess(caller, access);
    if (decision === "allowed") return;
    noteRefusal(request, security);
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
  return `${request.peer.protocol}://${request.peer.host ?? ""}`;
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

function noteRefusal(request: FastifyRequest, security: SecurityLog): void {
  security.note({
    severity: "other",
    eventType: "call_refused",
    description: `${request.method} ${request.routeOptions.url ?? ""} without the right to it`,
    ipAddress: request.peer.address,
  });
}
