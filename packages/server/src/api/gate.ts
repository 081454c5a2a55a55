import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  decideAccess,
  describeCaller,
  inMaintenance,
  isOperator,
  isVisitorRight,
  offForVisitors,
  roleMayNot,
  signInFirst,
} from "../identity/rights-rules.ts";
import { SESSION_COOKIE, setSessionCookie, visitorIdOf } from "../http-kit/cookies.ts";
import type { SessionLookup, Sessions } from "../accounts/sessions.ts";
import { toVisitor } from "../identity/visitor.ts";
import type { SecurityLog } from "../logs/security-log.ts";
import type { Settings } from "../settings/settings.ts";
import { ApiFailure, notOurPage } from "../http-kit/api-failure.ts";
import type { Peer, PeerFinder } from "../http-kit/peer.ts";
import { isKnownHost, isOwnOrigin, type KnownNames, whyForeign } from "../http-kit/origin-rules.ts";
import type { Access } from "@neonrelay/contract";

interface GateOptions {
  readonly sessions: Sessions;
  readonly knownNames: KnownNames;
  /** Whether cookies for this browser get the Secure flag. */
  readonly isSecure: (protocol: Peer["protocol"]) => boolean;
  readonly findPeer: PeerFinder;
  readonly security: SecurityLog;
  readonly settings: Settings;
}

/** Refuses requests for a foreign host name. Register before anything that uses the Host. */
export function addHostCheck(
  app: FastifyInstance,
  { knownNames, findPeer }: Pick<GateOptions, "knownNames" | "findPeer">,
): void {
  app.addHook("onRequest", async (request) => {
    if (!isKnownHost(findPeer(request.raw).host, knownNames))
      throw new ApiFailure({
        error: "This station does not serve that host name; its operator can set PUBLIC_URL",
        code: "invalid_request",
        field: "host",
      });
  });
}

/** Refuses to serve a route that the gate would leave open to everyone. Register before all routes. */
export function addRouteCheck(app: FastifyInstance): void {
  app.addHook("onRoute", ({ method, url, config }) => {
    const methods = [method].flat();
    const { access, isForAnyone = false } = config ?? {};
    const problem = findRouteProblem({ methods, url, access, isForAnyone });
    if (problem !== null) throw new Error(`${methods.join(", ")} ${url} ${problem}`);
  });
}

/** The single place that decides whether a call reaches its handler. */
export function addGate(app: FastifyInstance, options: GateOptions): void {
  const { sessions, settings } = options;
  const lookups = new WeakMap<FastifyRequest, SessionLookup>();
  /** Identifies the caller as of now. */
  const identify = async (request: FastifyRequest) => {
    const token = request.cookies[SESSION_COOKIE];
    const found = request.routeOptions.config.steersSound
      ? await sessions.findToSteer(token)
      : await sessions.find(token);
    lookups.set(request, found.asOf);
    Object.defineProperty(request, "caller", { value: found.caller, configurable: true });
    return found;
  };
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
  app.decorateRequest("isSecure", {
    getter() {
      return options.isSecure(this.peer.protocol);
    },
  });
  app.addHook("onRequest", async (request, reply) => {
    const { access, isForAnyone, staysInMaintenance } = request.routeOptions.config;
    if (access === undefined && isPageLoad(request)) visitorIdOf(request, reply);
    if (access === undefined || isForAnyone === true) return;
    if (!readingMethods.has(request.method)) requireOwnOrigin(request, options);
    const visitorId = visitorIdOf(request, reply);
    const token = request.cookies[SESSION_COOKIE];
    const { caller, isExtended } = await identify(request);
    const visitor = toVisitor({ caller, visitorId, address: request.peer.address });
    Object.defineProperty(request, "visitor", { value: visitor });
    if (isExtended && token !== undefined) setSessionCookie(reply, token);
    requireAccess(request, options);
    const isWrite = !readingMethods.has(request.method) && staysInMaintenance !== true;
    if (isWrite && settings.current.maintenanceMode && !isOperator(caller))
      throw new ApiFailure(inMaintenance);
  });
  // Receiving a body can take half a minute, in which its sender may have lost the right.
  app.decorateRequest("requireAccessAgain", async function () {
    await identify(this);
    requireAccess(this, options);
  });
  app.addHook("preHandler", async (request) => {
    if (request.caller.kind === "guest" || readingMethods.has(request.method)) return;
    const lookup = lookups.get(request);
    if (lookup !== undefined && sessions.isStillTrue(lookup)) requireAccess(request, options);
    else await request.requireAccessAgain();
  });
}

function requireAccess(request: FastifyRequest, { security, settings }: GateOptions): void {
  const { access, refusal } = request.routeOptions.config;
  if (access === undefined) return;
  const decision = decideAccess({ caller: request.caller, access, policy: settings.current });
  if (decision === "allowed") return;
  recordRefusal(request, security);
  const general = decision === "sign-in-first" ? signInFirst : roleMayNot;
  // Visitors lack such a right because of a setting: signing in as a listener would not help.
  const reason = isVisitorRight(access) ? offForVisitors : general.error;
  throw new ApiFailure({ ...general, error: refusal ?? reason });
}

/** Scheme, host and port that a request was addressed to. */
function ownOriginOf(request: FastifyRequest): string {
  return `${request.peer.protocol}://${request.peer.host ?? ""}`;
}

function requireOwnOrigin(
  request: FastifyRequest,
  { knownNames: { publicOrigin }, security }: GateOptions,
): void {
  const isOwn = isOwnOrigin({
    origin: request.headers.origin,
    ownOrigin: ownOriginOf(request),
    publicOrigin,
    hasCookie: request.headers.cookie !== undefined,
  });
  if (isOwn) return;
  // Without a session in the browser, such a call gains an attacker nothing.
  if (request.cookies[SESSION_COOKIE] !== undefined) recordForeignPage(request, security);
  const { origin } = request.headers;
  const why = origin === undefined ? "" : whyForeign({ origin, ownOrigin: ownOriginOf(request) });
  throw new ApiFailure({ ...notOurPage, error: `${notOurPage.error}${why}` });
}

/** A browser loads the page first, so its simultaneous calls and its socket then count as one visitor's. */
function isPageLoad({ method, headers }: FastifyRequest): boolean {
  return method === "GET" && headers.accept?.includes("text/html") === true;
}

function recordRefusal(request: FastifyRequest, security: SecurityLog): void {
  security.record({
    severity: "other",
    eventType: "call_refused",
    description: `${callOf(request)} without permission, by ${describeCaller(request.caller)}`,
    ipAddress: request.peer.address,
  });
}

function recordForeignPage(request: FastifyRequest, security: SecurityLog): void {
  security.record({
    severity: "medium",
    eventType: "foreign_page",
    description: `${callOf(request)} from a page of another site`,
    ipAddress: request.peer.address,
  });
}

function callOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url ?? ""}`;
}

/** Methods that change nothing. */
export const readingMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Why a route can't be served as declared; null: it can. Pages and files declare no access: they are public and
 * read-only.
 */
export function findRouteProblem({
  methods,
  url,
  access,
  isForAnyone,
}: {
  readonly methods: readonly string[];
  readonly url: string;
  readonly access: Access | undefined;
  readonly isForAnyone: boolean;
}): string | null {
  const isWriting = methods.some((method) => !readingMethods.has(method));
  if (access === undefined && isWriting) return "changes something, so it must declare its access";
  if (access === undefined && isCall(url)) return "is a call, so it must declare its access";
  // The gate would check neither the page it comes from nor the caller.
  if (isWriting && isForAnyone) return "changes something, so it can't be for anyone";
  return null;
}

/** Everything below /api except the description of the calls, which is a page. */
function isCall(url: string): boolean {
  return /^\/api(?:\/|$)/.test(url) && !/^\/api\/(?:openapi\.json$|docs(?:\/|$))/.test(url);
}
