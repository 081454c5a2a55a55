import type { ApiError } from "@neonrelay/contract";
import type { FastifyRequest } from "fastify";
import { ApiFailure } from "./api-failure.ts";
import { FORM_STALL_LIMIT_MS, isBrokenForm, MAX_FORM_BYTES } from "./form-route.ts";

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
