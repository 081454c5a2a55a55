import type { FastifyReply } from "fastify";
import { SESSION_MS } from "../identity/session-length.ts";

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
