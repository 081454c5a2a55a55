import { once } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";
import { request as requestOf, type RequestOptions } from "node:https";
import type { Socket } from "node:net";
import { connect } from "node:tls";

/** Target and source of a test's requests: a client at another address of this machine, trusting one authority. */
export interface SecurePlace {
  readonly host: string;
  readonly port: number;
  readonly authority: () => string;
  /** Source address of its clients: another address of this machine than a proxy's own. */
  readonly client: string;
}

function addressOf({ host, port, authority, client }: SecurePlace) {
  return {
    host: "127.0.0.1",
    port,
    servername: host,
    ca: authority(),
    localAddress: client,
    agent: false,
  } as const;
}

interface Asked extends Omit<RequestOptions, "headers"> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request whose body the caller writes, and ends or aborts. */
export function openSecurely(
  place: SecurePlace,
  target: string,
  { headers, ...options }: Asked = {},
): ClientRequest {
  const host = `${place.host}:${place.port}`;
  const request = requestOf({
    ...addressOf(place),
    path: target,
    ...options,
    headers: { host, ...headers },
  });
  request.on("error", () => {}); // the caller who waits for the answer has it too
  return request;
}

/** @returns the response once its head has arrived */
export async function askSecurely(
  place: SecurePlace,
  target: string,
  { body, ...asked }: Asked & { readonly body?: string | Buffer } = {},
): Promise<IncomingMessage> {
  const request = openSecurely(place, target, asked);
  request.end(body);
  const [response] = await once(request, "response");
  return response;
}

/** @returns a visitor's live socket once it is open */
export async function openLiveSocket(place: SecurePlace): Promise<Socket> {
  const host = `${place.host}:${place.port}`;
  const request = requestOf({
    ...addressOf(place),
    path: "/ws",
    headers: {
      host,
      origin: `https://${host}`,
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": Buffer.alloc(16, 1).toString("base64"),
    },
  });
  request.end();
  const [, socket] = await once(request, "upgrade");
  return socket;
}

/** Serial number of the certificate currently presented. */
export async function shownCertificate(place: SecurePlace): Promise<string> {
  const socket = connect({ ...addressOf(place), rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}

/** A listener that keeps the audio. */
export class SecureListener {
  readonly response: IncomingMessage;
  readonly #chunks: Buffer[] = [];
  bytes = 0;
  isEnded = false;

  constructor(response: IncomingMessage) {
    this.response = response;
    response.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.bytes += chunk.length;
    });
    response.on("error", () => {}); // close follows
    response.on("close", () => (this.isEnded = true));
  }

  get heard(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}
