import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "./api-failure.ts";

/** A form has a file and a few short fields. */
const limits = { files: 1, fields: 10, parts: 11, fieldSize: 1000, fieldNameSize: 100 };
/** Maximum size of a form without its file. */
export const MAX_FORM_BYTES = 64 * 1024;
/** Longest pause without data. */
export const FORM_STALL_LIMIT_MS = 30_000;

/** Lets the calls registered in `scope`, which must be theirs alone, read forms with one file. */
export async function takeForms(
  scope: FastifyInstance,
  { maxFileBytes }: { readonly maxFileBytes: number },
): Promise<void> {
  // Leaves other types of body unread: the call says what it wants.
  scope.addContentTypeParser("*", (_request, _body, done) => done(null));
  await scope.register(multipart, { limits: { ...limits, fileSize: maxFileBytes + 1 } });
}

/** Messages of @fastify/busboy without a code; the needle is the boundary, which may be empty or too long. */
const formFailures =
  /^(?:Part terminated early|Unexpected end of|Multipart: Boundary not found|The needle cannot|Malformed|Invalid)/;

/** Whether the form was truncated, malformed or too large. */
export function isBrokenForm(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ApiFailure) return false;
  const code = "code" in error ? error.code : undefined;
  if (typeof code === "string") return code.startsWith("FST_") || code === "ECONNRESET";
  return formFailures.test(error.message);
}
