import { SESSION_MS } from "../identity/rights-rules.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";

export const SESSION_COOKIE = "neonrelay_session";

export function setSessionCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(SESSION_COOKIE, token, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: reply.request.isSecure,
    maxAge: SESSION_MS / 1000,
  });
}

export const VISITOR_COOKIE = "neonrelay_visitor";
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const visitorPattern = /^[0-9a-f-]{36}$/;

/** The visitor's id from our cookie; null without a valid one. */
export function knownVisitorId(cookies: {
  readonly [name: string]: string | undefined;
}): string | null {
  const id = cookies[VISITOR_COOKIE] ?? "";
  return visitorPattern.test(id) ? id : null;
}

/** A first-time visitor, with the Set-Cookie that lets us recognise the browser. */
export interface NewVisitor {
  readonly id: string;
  readonly cookie: string;
}

export function newVisitor(
  app: FastifyInstance,
  { isSecure }: { readonly isSecure: boolean },
): NewVisitor {
  const id = randomUUID();
  return { id, cookie: app.serializeCookie(VISITOR_COOKIE, id, visitorCookieOptions(isSecure)) };
}

/** The calling visitor; sets a cookie if there is none. */
export function visitorIdOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = knownVisitorId(request.cookies);
  if (known !== null) return known;
  const id = randomUUID();
  reply.setCookie(VISITOR_COOKIE, id, visitorCookieOptions(request.isSecure));
  return id;
}

function visitorCookieOptions(isSecure: boolean) {
  return {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure,
    maxAge: YEAR_SECONDS,
  } as const;
}
