import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import { decideAccess, isOperator } from "../accounts/rights-rules.ts";
import { findCaller, SESSION_MS } from "../accounts/session-actions.ts";
import { toVisitor } from "../accounts/visitor.ts";
import type { Database } from "../database/database.ts";
import type { SecurityLog } from "../security/security-log.ts";
import type { Settings } from "../settings/settings.ts";
import { ApiFailure, inMaintenance, notOurPage, roleMayNot, signInFirst } from "./api-failure.ts";
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
  readonly settings: Settings;
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
  const { database, knownNames, isSecure, security, settings } = options;
  app.decorateRequest("caller", { getter: () => ({ kind: "guest" }) as const });
  app.decorateRequest("visitor", {
    getter() {
      return toVisitor({ caller: this.caller, visitorId: "", address: this.peer.address });
    },
  });
  app.decorateRequest("peer", {
    getter() {
      return options.findPeer(this.raw);
    },
  });
  app.addHook("onRequest", async (request, reply) => {
    const { access, isForAnyone, refusal, staysInMaintenance } = request.routeOptions.config;
    if (access === undefined || isForAnyone === true) return;
    if (!readingMethods.has(request.method)) requireOwnOrigin(request, knownNames);
    const visitorId = knownVisitorId(request) ?? setVisitorCookie(reply, isSecure);
    const token = request.cookies[SESSION_COOKIE];
    const { caller, isExtended } = await findCaller(database, token);
    Object.defineProperty(request, "caller", { value: caller });
    const visitor = toVisitor({ caller, visitorId, address: request.peer.address });
    Object.defineProperty(request, "visitor", { value: visitor });
    if (isExtended && token !== undefined) setSessionCookie(reply, { token, isSecure });
    const decision = decideAccess({ caller, access, policy: settings.current });
    if (decision !== "allowed") {
      noteRefusal(request, security);
      const general = decision === "sign-in-first" ? signInFirst : roleMayNot;
      throw new ApiFailure({ ...general, error: refusal ?? general.error });
    }
    const isWrite = !readingMethods.has(request.method) && staysInMaintenance !== true;
    if (isWrite && settings.current.maintenanceMode && !isOperator(caller))
      throw new ApiFailure(inMaintenance);
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
  if (!isOwn) throw new ApiFailure(notOurPage);
}

function knownVisitorId(request: FastifyRequest): string | null {
  const id = request.cookies[VISITOR_COOKIE] ?? "";
  return visitorPattern.test(id) ? id : null;
}

/** @returns the id of the new visitor */
function setVisitorCookie(reply: FastifyReply, isSecure: boolean): string {
  const id = randomUUID();
  reply.setCookie(VISITOR_COOKIE, id, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure,
    maxAge: YEAR_SECONDS,
  });
  return id;
}

function noteRefusal(request: FastifyRequest, security: SecurityLog): void {
  security.note({
    severity: "other",
    eventType: "call_refused",
    description: `${request.method} ${request.routeOptions.url ?? ""} without the right to it`,
    ipAddress: request.peer.address,
  });
}
