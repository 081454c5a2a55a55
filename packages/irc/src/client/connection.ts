import { connect as connectTcp, isIP, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { LineReader } from "../protocol/index.ts";
import type { TlsOptions } from "./client-options.ts";
import { type Clock, Timers } from "./timers.ts";
import type { Ending } from "./ending-rules.ts";

const CONNECT_WITHIN_MS = 20_000;
/** A socket with more unsent than this is dead; the outbox keeps normal traffic far below it. */
const MAX_UNSENT_BYTES = 262_144;
/** Some servers exceed the limit slightly. */
const MAX_BODY_BYTES = 2_048;
const MAX_TAG_BYTES = 8_191;

/** One connection to a server, from the attempt to its end, reported once. */
export class Connection {
  readonly #socket: Duplex;
  readonly #timers: Timers;
  readonly #onEnd: (ending: Ending) => void;
  #isConnected = false;
  #hasEnded = false;

  constructor(options: {
    readonly host: string;
    readonly port: number;
    readonly tls: TlsOptions;
    /** Replaces all of these. */
    readonly openStream: (() => Duplex) | undefined;
    readonly clock: Clock;
    readonly onConnect: () => void;
    /** Bytes arrived: the other end is alive. */
    readonly onBytes: () => void;
    readonly onLine: (line: string) => void;
    /** Not called after `close`. */
    readonly onEnd: (ending: Ending) => void;
  }) {
    const { tls, openStream } = options;
    this.#onEnd = options.onEnd;
    this.#timers = new Timers(options.clock);
    const reader = new LineReader({
      maxBodyBytes: MAX_BODY_BYTES,
      maxTagBytes: MAX_TAG_BYTES,
      otherwise: "windows-1252",
    });
    const isWithin = openStream !== undefined;
    this.#socket = isWithin ? openStream() : connectTo(options);
    this.#timers.start("connect", CONNECT_WITHIN_MS, () => this.#end({ kind: "connect-timeout" }));
    const onConnect = () => {
      if (this.#hasEnded) return;
      this.#isConnected = true;
      this.#timers.stop("connect");
      options.onConnect();
    };
    if (isWithin) queueMicrotask(onConnect);
    else this.#socket.once(tls.kind === "off" ? "connect" : "secureConnect", onConnect);
    this.#socket.on("data", (bytes) => {
      if (this.#hasEnded) return;
      options.onBytes();
      for (const line of reader.push(bytes)) {
        // Skips overlong lines: the sender breaks the protocol.
        if (line.kind === "line" && !this.#hasEnded) options.onLine(line.text);
      }
    });
    this.#socket.on("error", (error) => this.#end(this.#describe(error, tls.kind === "on")));
    this.#socket.on("close", () => this.#end({ kind: "closed", error: "" }));
  }

  /** @param line without CRLF, from `serialiseMessage` */
  write(line: string): void {
    if (this.#hasEnded) return;
    this.#socket.write(`${line}\r\n`);
    if (this.#socket.writableLength > MAX_UNSENT_BYTES) this.#end({ kind: "ping-timeout" });
  }

  /** Closes without reporting an end; queued bytes get another second to go out. */
  close(): void {
    this.#hasEnded = true;
    this.#timers.close();
    if (this.#socket instanceof Socket)
      this.#socket.setTimeout(1_000, () => this.#socket.destroy());
    if (this.#isConnected) this.#socket.end();
    else this.#socket.destroy();
  }

  #end(ending: Ending): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#timers.close();
    this.#socket.destroy();
    this.#onEnd(ending);
  }

  #describe(error: Error & { code?: string }, isTls: boolean): Ending {
    if (this.#isConnected) return { kind: "closed", error: "" };
    const code = error.code ?? "";
    const isCertificate = /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO|ISSUER|SIGNATURE/.test(code);
    return isTls && isCertificate
      ? { kind: "tls", reason: error.message }
      : { kind: "unreachable", reason: code === "" ? error.message : code };
  }
}

function connectTo({
  host,
  port,
  tls,
}: {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsOptions;
}): Socket {
  const socket =
    tls.kind === "off"
      ? connectTcp({ host, port })
      : connectTls({
          host,
          port,
          // A server with several certificates chooses by this name; an address does not count as one.
          ...(isIP(host) === 0 ? { servername: host } : {}),
          ...(tls.ca === undefined ? {} : { ca: tls.ca }),
          ...tls.certificate?.(),
          rejectUnauthorized: true,
        });
  socket.setNoDelay(true);
  return socket;
}
