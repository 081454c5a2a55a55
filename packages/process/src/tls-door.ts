import type { Socket } from "node:net";
import { createServer, type Server, type TLSSocket } from "node:tls";
import { watchCertificate, type TlsConfig } from "./certificate-files.ts";
import type { CertificateReloader } from "./certificate-reloader.ts";

type DoorOptions = Omit<Parameters<typeof watchCertificate>[1], "use"> & {
  /** Time for the client's first bytes, and then for the handshake; ten seconds by default. */
  readonly limitMs?: number;
};

const BEGINNING_LIMIT_MS = 10_000;
/** The first byte of a TLS connection (RFC 8446 §5.1: handshake). */
const TLS_HANDSHAKE = 22;

/** The raw connection under each TLS one. */
const below = new WeakMap<Socket, Socket>();

/** The connection as accepted: the one under TLS, or itself. */
export function acceptedSocket(socket: Socket): Socket {
  return below.get(socket) ?? socket;
}

/**
 * Serves TLS and plain clients on one port, told apart by their first byte. A renewed certificate applies to later
 * connections.
 */
export class TlsDoor {
  readonly #server: Server;
  readonly #keeper: CertificateReloader;
  readonly #limitMs: number;
  /** Connections that have not sent enough to tell yet. */
  readonly #beginning = new Set<Socket>();
  /** Handshakes in progress, by the client's address and port. */
  readonly #shaking = new Map<
    string,
    { readonly accepted: Socket; readonly onSecure: (socket: Socket) => void }
  >();

  /** @param owner the server that presents the certificate, for the log */
  constructor(tls: TlsConfig, { limitMs = BEGINNING_LIMIT_MS, ...watched }: DoorOptions) {
    this.#limitMs = limitMs;
    this.#server = createServer({
      ...tls.pair,
      ALPNProtocols: ["http/1.1"],
      handshakeTimeout: limitMs,
    });
    this.#server.on("tlsClientError", (_error, socket) => socket.destroy());
    this.#server.on("secureConnection", (socket) => this.#takeSecure(socket));
    this.#keeper = watchCertificate(tls, {
      // For new connections; existing ones keep theirs.
      use: (renewed) => this.#server.setSecureContext({ ...renewed }),
      ...watched,
    });
  }

  /** Owns the socket until one of the two callbacks gets it, or it is closed. */
  open(
    socket: Socket,
    {
      onSecure,
      onPlain,
    }: {
      readonly onSecure: (socket: Socket) => void;
      readonly onPlain: (socket: Socket) => void;
    },
  ): void {
    const limit = setTimeout(() => socket.destroy(), this.#limitMs);
    this.#beginning.add(socket);
    const forget = (): void => {
      clearTimeout(limit);
      this.#beginning.delete(socket);
    };
    socket.once("close", forget);
    socket.on("error", () => {}); // the client has gone
    socket.once("data", (bytes: Buffer) => {
      clearTimeout(limit);
      socket.pause();
      socket.unshift(bytes);
      if (bytes[0] === TLS_HANDSHAKE) return this.#shakeHands(socket, onSecure);
      forget();
      onPlain(socket);
      return void socket.resume();
    });
  }

  #shakeHands(accepted: Socket, onSecure: (socket: Socket) => void): void {
    const peer = peerOf(accepted);
    this.#shaking.set(peer, { accepted, onSecure });
    accepted.once("close", () => {
      if (this.#shaking.get(peer)?.accepted === accepted) this.#shaking.delete(peer);
    });
    this.#server.emit("connection", accepted);
  }

  #takeSecure(socket: TLSSocket): void {
    const peer = peerOf(socket);
    const shaking = this.#shaking.get(peer);
    // The client has already gone.
    if (shaking === undefined) return void socket.destroy();
    const { accepted, onSecure } = shaking;
    this.#shaking.delete(peer);
    this.#beginning.delete(accepted);
    below.set(socket, accepted);
    socket.on("error", () => {}); // the client has gone
    onSecure(socket);
  }

  /** Cuts off undecided connections and stops watching the files. */
  async close(): Promise<void> {
    for (const socket of this.#beginning) socket.destroy();
    await this.#keeper.close();
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
