import { once } from "node:events";
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { hostOf } from "@neonrelay/process/stream-address";
import { FetchError } from "./fetch-error.ts";

interface Target {
  readonly url: URL;
  /** Addresses of the URL's host, checked by the caller. */
  readonly addresses: readonly string[];
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Connects to one of these addresses, and presents SHOUTcast 1 as HTTP.
 * @throws FetchError when there is no connection in time
 */
export async function connectTo(target: Target): Promise<Duplex> {
  const socket = await connectSocket(target);
  return target.url.protocol === "https:" ? socket : asHttp(socket);
}

/**
 * Connects to one of these addresses without another look-up of the name.
 * @throws FetchError when there is no connection in time
 */
export async function connectSocket({ url, addresses, limitMs, signal }: Target): Promise<Socket> {
  const host = hostOf(url);
  const isTls = url.protocol === "https:";
  const target = {
    host,
    port: Number(url.port) || (isTls ? 443 : 80),
    lookup: lookupOf(addresses),
    autoSelectFamily: true,
  };
  // No server name for an IP address: RFC 6066 §3 allows only names.
  const socket = isTls
    ? connectTls({ ...target, ...(isIP(host) === 0 ? { servername: host } : {}) })
    : connectTcp(target);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  try {
    await once(socket, isTls ? "secureConnect" : "connect", { signal: limit });
    return socket;
  } catch (error) {
    socket.on("error", () => {}); // already reported
    socket.destroy();
    throw new FetchError(limit.aborted ? "The connection timed out" : whyNot(error), {
      cause: error,
    });
  }
}

/** Answers every look-up with the addresses found before. */
export function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, answer) => {
    const [first] = found;
    if (first === undefined) answer(new Error("no address"), "");
    else if (all === true) answer(null, found);
    else answer(null, first.address, first.family);
  };
}

/** SHOUTcast 1 servers answer `ICY 200 OK`; everything else is HTTP/1.0. */
function asHttp(socket: Socket): Duplex {
  const translate = createTranslation();
  const both = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, encoding, done) => void socket.write(chunk, encoding, done),
    final: (done) => {
      if (socket.writable) socket.end(done);
      else done(); // it has already ended
    },
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  socket.on("data", (chunk) => {
    const bytes = translate(chunk);
    if (bytes.length > 0 && !both.push(bytes)) socket.pause();
  });
  socket.once("end", () => both.push(null));
  socket.on("error", (error) => both.destroy(error));
  socket.once("close", () => {
    // Data from before the end is still there for a reader slower than the network.
    if (!socket.readableEnded) both.destroy();
  });
  return both;
}

/** Holds the first bytes back until they tell whether they are ICY. */
function createTranslation(): (chunk: Buffer) => Buffer {
  const icy = Buffer.from("ICY ");
  let start: Buffer | null = Buffer.alloc(0);
  return (chunk) => {
    if (start === null) return chunk;
    start = Buffer.concat([start, chunk]);
    if (start.length < icy.length && icy.subarray(0, start.length).equals(start))
      return Buffer.alloc(0);
    const isIcy = start.subarray(0, icy.length).equals(icy);
    const bytes = isIcy ? Buffer.concat([Buffer.from("HTTP/1.0 "), start.subarray(4)]) : start;
    start = null;
    return bytes;
  };
}

function whyNot(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ECONNREFUSED") return "The server refuses connections there";
  if (/CERT|SELF_SIGNED|ALTNAME|UNABLE_TO/.test(code))
    return `The server's certificate is not valid (${code})`;
  return code === "" ? "The server can't be reached" : `The server can't be reached (${code})`;
}
