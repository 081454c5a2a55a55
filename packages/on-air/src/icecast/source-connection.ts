import type { Socket } from "node:net";
import { checkStreamAddress, type AddressRules } from "@neonrelay/process/stream-address";
import { FetchError } from "../fetch/fetch-error.ts";
import { connectSocket } from "../fetch/guarded-connection.ts";
import type { IcecastServer } from "../protocol/index.ts";
import { hostOf } from "./icecast-protocol.ts";
import { MAX_REPLY_BYTES, readSourceReply, type SourceReply } from "./icecast-protocol.ts";

/** The server is unreachable, or does not answer. The message says why, without addresses. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

export type OpenedSource =
  /** `addresses` are those that were checked: use them for any further request to the server. */
  | { readonly kind: "open"; readonly socket: Socket; readonly addresses: readonly string[] }
  /** It is in a private network and not allowed. */
  | { readonly kind: "not-allowed" }
  | Extract<SourceReply, { kind: "refused" }>;

const CONNECT_LIMIT_MS = 5000;
const REPLY_LIMIT_MS = 5000;

/**
 * Connects and asks to be a source. The caller owns the socket of an open one.
 * @param head of the request; see `sourceRequest`
 * @param rules which servers in private networks are allowed
 * @throws UnreachableError when there is no connection or no answer in time, or `signal` aborts
 */
export async function openSource({
  server,
  head,
  rules,
  signal,
}: {
  readonly server: IcecastServer;
  readonly head: Buffer;
  readonly rules: AddressRules;
  readonly signal: AbortSignal;
}): Promise<OpenedSource> {
  const scheme = server.isTls ? "https" : "http";
  const found = await checkStreamAddress(`${scheme}://${hostOf(server)}/`, rules);
  if (found.kind === "not-public") return { kind: "not-allowed" };
  if (found.kind !== "public") throw new UnreachableError("there is no such host");
  const { url, addresses } = found;
  const socket = await connected({ url, addresses, signal });
  try {
    socket.write(head);
    const reply = await replyOf(socket, signal);
    if (reply.kind === "accepted") return { kind: "open", socket, addresses };
    socket.destroy();
    return reply;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function connected(target: {
  readonly url: URL;
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
}): Promise<Socket> {
  try {
    const socket = await connectSocket({ ...target, limitMs: CONNECT_LIMIT_MS });
    socket.setNoDelay(true);
    return socket;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const reason = isTimeOut(error.cause) ? "no connection in time" : reasonOf(error.cause);
    throw new UnreachableError(reason, { cause: error });
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

function isTimeOut(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/** The reason given by the system or TLS; never text that the other end could have written. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "no reason given";
}
