import type { Socket } from "node:net";
import { createServer, type Server, type TLSSocket } from "node:tls";
import { watchCertificate, type TlsConfig } from "./certificate-files.ts";
import type { CertificateReloader } from "./certificate-reloader.ts";

type DoorOptions = Omit<Parameters<typeof watchCertificate>[1], "use"> & {
  /** How long a client may take to begin, and then for the handshake; ten seconds when left out. */
  readonly limitMs?: number;
};

const BEGINNING_LIMIT_MS = 10_000;
/** The first byte of a connection with TLS (RFC 8446 §5.1: handshake). */
const TLS_HANDSHAKE = 22;

/** The connection below each one with TLS. */
const below = new WeakMap<Socket, Socket>();

/** The connection as it was accepted: the one below TLS, or itself. */
export function acceptedSocket(socket: Socket): Socket {
  return below.get(socket) ?? socket;
}

/**
 * Speaks TLS with those clients of a port that begin with it, and tells the others apart. A renewed certificate is for
 * those who come later.
 */
export class TlsDoor {
  readonly #server: Server;
  readonly #keeper: CertificateReloader;
  readonly #limitMs: number;
  /** Those that have not said enough yet. */
  readonly #beginning = new Set<Socket>();
  /** Handshakes under way, by the client's end of the connection. */
  readonly #shaking = new Map<
    string,
    { readonly accepted: Socket; readonly onSecure: (socket: Socket) => void }
  >();

  /** @param owner what shows the certificate, for the log */
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
      // For connections that come from now on; those that are there go on.
      use: (renewed) => this.#server.setSecureContext({ ...renewed }),
      ...watched,
    });
  }

  /** Owns the socket until one of the two is called with it, or it is closed. */
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
    // The client has gone meanwhile.
    if (shaking === undefined) return void socket.destroy();
    const { accepted, onSecure } = shaking;
    this.#shaking.delete(peer);
    this.#beginning.delete(accepted);
    below.set(socket, accepted);
    socket.on("error", () => {}); // the client has gone
    onSecure(socket);
  }

  /** Cuts off those that have not said enough yet, and looks at no file any more. */
  async close(): Promise<void> {
    for (const socket of this.#beginning) socket.destroy();
    await this.#keeper.close();
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
