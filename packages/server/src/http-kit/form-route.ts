import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiFailure } from "./api-failure.ts";
import type { ApiError } from "@neonrelay/contract";

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

/**
 * Reads a form's only file into memory.
 * @param maxBytes of the file; takeForms has the same limit
 */
export async function receiveFormFile(
  request: FastifyRequest,
  {
    field,
    maxBytes,
    refusals: { noFile, tooLarge, broken },
  }: {
    readonly field: string;
    readonly maxBytes: number;
    readonly refusals: Readonly<Record<"noFile" | "tooLarge" | "broken", ApiError>>;
  },
): Promise<Buffer> {
  if (!request.isMultipart()) throw new ApiFailure(noFile);
  const length = Number(request.headers["content-length"] ?? 0);
  if (length > maxBytes + MAX_FORM_BYTES) throw new ApiFailure(tooLarge);
  const { raw } = request;
  let file: Buffer | null = null;
  raw.setTimeout(FORM_STALL_LIMIT_MS, () => raw.destroy());
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") continue;
      if (part.fieldname !== field || file !== null) throw new ApiFailure(noFile);
      file = await part.toBuffer();
      if (file.length > maxBytes) throw new ApiFailure(tooLarge);
    }
  } catch (error) {
    if (isTooLarge(error)) throw new ApiFailure(tooLarge);
    throw isBrokenForm(error) ? new ApiFailure(broken) : error;
  } finally {
    raw.setTimeout(0);
  }
  if (file === null) throw new ApiFailure(noFile);
  return file;
}

/** How @fastify/multipart reports a file over the limit. */
function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "FST_REQ_FILE_TOO_LARGE";
}
