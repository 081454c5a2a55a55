import type { FastifyInstance } from "fastify";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { takesGzip } from "../http-kit/accepted-encoding.ts";

const compress = promisify(gzip);
/** Shorter ones fit into a packet or two as they are. */
const WORTH_BYTES = 1024;

/**
 * Compresses long JSON answers for clients that accept it, on another thread and at a low level: a page of the
 * library is a quarter then. Streams, files and events go through as they are. An answer is only compressed with what its
 * own caller may read, and other sites can't call with a visitor's cookies.
 */
export function addCompressedAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload: unknown) => {
    const type = String(reply.getHeader("content-type"));
    if (typeof payload !== "string" || !type.startsWith("application/json")) return payload;
    if (Buffer.byteLength(payload) < WORTH_BYTES) return payload;
    // A cache on the way must not give one's answer to the other.
    reply.header("vary", "accept-encoding");
    if (!takesGzip(request.headers["accept-encoding"])) return payload;
    reply.header("content-encoding", "gzip");
    reply.removeHeader("content-length");
    return await compress(payload, { level: constants.Z_BEST_SPEED });
  });
}
