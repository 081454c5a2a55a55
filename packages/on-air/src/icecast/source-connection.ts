import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { IcecastServer } from "../protocol/index.ts";
import { MAX_REPLY_BYTES, readSourceReply, type SourceReply } from "./icecast-protocol.ts";

/** The server can't be reached, or does not answer. The message says why, without addresses. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

export type OpenedSource =
  | { readonly kind: "open"; readonly socket: Socket }
  | Extract<SourceReply, { kind: "refused" }>;

const CONNECT_LIMIT_MS = 5000;
const REPLY_LIMIT_MS = 5000;

/**
 * Connects and asks to be a source. The caller owns the socket of an open one.
 * @param head of the request, see `sourceRequest`
 * @throws UnreachableError when there is no connection or no answer in time, or `signal` says to leave it
 */
export async function openSource({
  server,
  head,
  signal,
}: {
  readonly server: IcecastServer;
  readonly head: Buffer;
  readonly signal: AbortSignal;
}): Promise<OpenedSource> {
  const socket = await connected(server, signal);
  try {
    socket.write(head);
    const reply = await replyOf(socket, signal);
    if (reply.kind === "accepted") return { kind: "open", socket };
    socket.destroy();
    return reply;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function connected(
  { host, port, isTls }: IcecastServer,
  signal: AbortSignal,
): Promise<Socket> {
  const address = { host, port };
  // No server name for an address: RFC 6066 §3 has names alone.
  const socket = isTls
    ? connectTls({ ...address, ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }) })
    : connectTcp(address);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_LIMIT_MS)]);
  try {
    await once(socket, isTls ? "secureConnect" : "connect", { signal: limit });
    socket.setNoDelay(true);
    return socket;
  } catch (error) {
    socket.on("error", () => {}); // said already
    socket.destroy();
    throw new UnreachableError(limit.aborted ? "no connection in time" : reasonOf(error), {
      cause: error,
    });
  }
}

async function replyOf(socket: Socket, signal: AbortSignal): Promise<SourceReply> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(REPLY_LIMIT_MS)]);
  const reply = Promise.withResolvers<SourceReply>();
  let received = Buffer.alloc(0);
  const read = (isAll: boolean): SourceReply | undefined =>
    received.length === 0 ? undefined : readSourceReply(received, { isAll });
  const onData = (chunk: Buffer): void => {
    received = Buffer.concat([received, chunk]).subarray(0, MAX_REPLY_BYTES);
    const answer = read(received.length === MAX_REPLY_BYTES);
    if (answer !== undefined) reply.resolve(answer);
  };
  const orUnreachable = (reason: string): void => {
    const answer = read(true);
    if (answer === undefined) reply.reject(new UnreachableError(reason));
    else reply.resolve(answer);
  };
  const onEnd = (): void => orUnreachable("it hung up without an answer");
  const onError = (error: Error): void => orUnreachable(reasonOf(error));
  const onLimit = (): void => orUnreachable("no answer in time");
  socket.on("data", onData).on("end", onEnd).on("error", onError);
  limit.addEventListener("abort", onLimit, { once: true });
  try {
    return await reply.promise;
  } finally {
    socket.off("data", onData).off("end", onEnd);
    limit.removeEventListener("abort", onLimit);
    socket.on("error", () => {}).off("error", onError);
  }
}

/** The system's or TLS's own word for it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "no reason given";
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
