import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { HandedConnection, HandedRequest } from "@neonrelay/process/handed-connection";
import type { Logger } from "@neonrelay/process/log";
import type { TrustedProxies } from "@neonrelay/process/client-address";
import { acceptedSocket, type TlsDoor } from "@neonrelay/process/tls-door";
import { WaitingPlaces } from "@neonrelay/process/waiting-places";
import { isOwnPath, type OnAirSettings } from "../protocol/index.ts";
import { baseUrlOf } from "./public-urls.ts";
import {
  refuseFull,
  send,
  sendAdmin,
  sendBeginning,
  sendNothingHere,
  sendText,
} from "./answers.ts";
import type { ListenerClient } from "./audience-port.ts";
import { createBoundedServer } from "./bounded-server.ts";
import { answerHls, isHlsPath } from "./hls/hls-answers.ts";
import { EDGE_REPORT_PATH, type EdgeDoorPort, RELAY_LIST_PATH } from "./edge-port.ts";
import type { AdminPath, SourceAdminPort, SourceDoorPort } from "./source-port.ts";
import type { ListenerHub } from "./listener-hub.ts";
import type { CrowdLimits, ListenerKind } from "./listener-rules.ts";
import { isPlayer, listenerKind, parseCid } from "./listener-rules.ts";
import { corsHeaders, mountHeaders, rawStreamHead, type HeaderList } from "./mount-headers.ts";
import { formatOf } from "./mount-formats.ts";
import type { Mount, Mounts } from "./mounts.ts";
import { answerPlaylist, findPlaylist } from "./playlists.ts";
import { decideRange, hasTwoHosts, parseTarget } from "./request-rules.ts";
import type { StreamBlock } from "./ring.ts";
import { answerStatusJson, answerStatusPage } from "./status-answers.ts";
import type { StreamStatus } from "./stream-status.ts";

/** Maximum connections that are not listeners yet. Enough for a storm of returning listeners. */
const MAX_PENDING_CONNECTIONS = 4096;
/** Longer than first bytes, handshake and head may take together, and than the keep-alive of a connection. */
const SILENCE_LIMIT_MS = 60_000;
const NOT_YET_RETRY_SECONDS = 1;
const OFF_AIR_RETRY_SECONDS = 30;
/** For answers that differ between players and browsers. */
const VARIES = ["Vary", "User-Agent"] as const;

interface StreamServerParts {
  readonly mounts: Mounts;
  readonly door: SourceDoorPort;
  readonly admin: SourceAdminPort;
  readonly edges: EdgeDoorPort;
  readonly relays: EdgeDoorPort;
  readonly proxies: TrustedProxies;
  readonly limits: CrowdLimits;
  readonly publicStreamUrl: string | null;
  /** For clients that start with TLS; null: no certificate. */
  readonly tls: TlsDoor | null;
  readonly settings: () => OnAirSettings;
  readonly status: (baseUrl: string) => StreamStatus;
  readonly log: Logger;
}

/** The Icecast-compatible HTTP server: the mounts, HLS, playlists and status pages. */
export class StreamServer {
  readonly #parts: StreamServerParts;
  readonly #server: Server;
  readonly #waiting: WaitingPlaces;
  /** node:http's own connection handlers. */
  readonly #serve: readonly Function[];
  /** Sockets taken over by the listener hub: anything more they send is not a request. */
  readonly #taken = new WeakSet<Socket>();
  /** Connections from the web port, which have been checked there. */
  readonly #handed = new WeakMap<Socket, HandedRequest>();

  constructor(parts: StreamServerParts) {
    this.#parts = parts;
    this.#waiting = new WaitingPlaces({
      most: MAX_PENDING_CONNECTIONS,
      ...parts.limits,
      silentMs: SILENCE_LIMIT_MS,
      isProxy: (address) => parts.proxies.isTrusted(address),
    });
    this.#server = createBoundedServer();
    this.#serve = this.#server.listeners("connection");
    this.#server.removeAllListeners("connection");
    this.#server.on("connection", (socket: Socket) => this.#admitConnection(socket));
    this.#server.on("request", ({ socket }, response) => {
      const accepted = acceptedSocket(socket);
      this.#waiting.served(accepted);
      response.once("finish", () => this.#waiting.answered(accepted));
    });
    this.#server.on("request", (request, response) => this.#answerSafely(request, response));
    this.#server.on("clientError", (_error, socket) => socket.destroy());
  }

  /**
   * Starts listening.
   * @returns the port taken
   * @throws the system's error, such as EADDRINUSE
   */
  async listen({ host, port }: { readonly host: string; readonly port: number }): Promise<number> {
    this.#server.listen({ host, port, backlog: 1024 });
    await once(this.#server, "listening");
    const address = this.#server.address();
    if (address === null || typeof address === "string")
      throw new Error("the stream server has no port");
    return address.port;
  }

  /** Stops listening and ends all connections, including listeners. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    await this.#parts.mounts.close();
    this.#server.closeAllConnections();
    await this.#parts.tls?.close();
    this.#waiting.close();
    await closed;
  }

  /** Serves a connection of the web port like one of its own, starting with its request. Owns the socket. */
  takeHanded({ socket, request }: HandedConnection): void {
    if (!this.#waiting.take(socket, request.address)) return;
    this.#handed.set(socket, request);
    socket.on("error", () => {}); // the client has gone
    socket.pause();
    socket.unshift(Buffer.from(request.head, "latin1"));
    this.#serveHttp(socket);
    socket.resume();
  }

  #admitConnection(socket: Socket): void {
    if (!this.#waiting.take(socket, socket.remoteAddress ?? "")) return;
    const { tls } = this.#parts;
    const open = (each: Socket): void => this.#openDoor(each);
    if (tls === null) open(socket);
    else tls.open(socket, { onSecure: open, onPlain: open });
  }

  #openDoor(socket: Socket): void {
    this.#parts.door.open(socket, {
      onOther: () => this.#serveHttp(socket),
      onSource: () => this.#waiting.leave(acceptedSocket(socket)),
    });
  }

  /** Answers requests on a connection of another port as on its own. Owns the socket. */
  takeHttp(socket: Socket): void {
    if (this.#waiting.take(socket, socket.remoteAddress ?? "")) this.#serveHttp(socket);
  }

  #serveHttp(socket: Socket): void {
    for (const serve of this.#serve) serve.call(this.#server, socket);
  }

  /** A failing request gets an error answer: no client can end everyone's stream. */
  #answerSafely(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // A client that sends more requests while listening gets no answer injected into the stream, and no memory for its
    // requests.
    if (this.#taken.has(socket)) return void socket.destroy();
    // A proxy in front of us may have used the other one.
    if (hasTwoHosts(request.rawHeaders)) return sendText(response, 400, "Two Host headers.\n");
    try {
      this.#answer(request, response);
    } catch (error) {
      this.#parts.log.error({ error }, "a request could not be answered");
      if (response.headersSent || this.#taken.has(socket)) socket.destroy();
      else sendText(response, 500, "The station could not answer this request.\n");
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    response.on("error", () => {}); // the client has gone
    const probed = this.#parts.admin.answerToProbe(request);
    if (probed !== null) return sendAdmin(response, probed);
    const url = parseTarget(request.url);
    if (url === undefined) return sendText(response, 400, "This address can't be read.\n");
    const { mounts } = this.#parts;
    const settings = this.#parts.settings();
    const play = (mount: Mount, moreHeaders: HeaderList = []): void =>
      this.#answerMount({ request, response, query: url.searchParams, mount, moreHeaders });
    const mount = mounts.at(url.pathname);
    if (mount !== undefined) return play(mount);
    const playlist = findPlaylist(url.pathname);
    const baseUrl = this.#baseUrl(request);
    if (playlist !== undefined)
      return answerPlaylist({ request, response, playlist, baseUrl, settings });
    if (isHlsPath(url.pathname)) {
      const client = this.#clientOf(request);
      return answerHls({ request, response, url, client, mounts, settings });
    }
    const old = mounts.atOldAddress(url.pathname, settings);
    // This port's pages and calls must not appear on the web port, whatever path leads to them.
    if (this.#handed.has(request.socket)) {
      if (isOwnPath(url.pathname) || old === undefined) return sendNothingHere(response);
      return play(old);
    }
    switch (url.pathname) {
      case "/admin/metadata":
      case "/admin/killsource":
      case "/admin.cgi":
        return this.#answerAdmin(request, response, url.pathname);
      case EDGE_REPORT_PATH:
        return this.#parts.edges.answer(request, response, this.#addressOf(request));
      case RELAY_LIST_PATH:
        return this.#parts.relays.answer(request, response, this.#addressOf(request));
      case "/status-json.xsl":
        return answerStatusJson(request, response, this.#parts.status(baseUrl));
      case "/":
        // Players may have kept this path from a single-stream server; people get the page.
        if (old !== undefined && isPlayer(request.headers["user-agent"] ?? ""))
          return play(old, [VARIES]);
        response.setHeader(...VARIES);
        return answerStatusPage(request, response, this.#parts.status(baseUrl));
      default:
        return old === undefined ? sendNothingHere(response) : play(old);
    }
  }

  #answerMount({
    request,
    response,
    query,
    mount,
    moreHeaders,
  }: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly query: URLSearchParams;
    readonly mount: Mount;
    readonly moreHeaders: HeaderList;
  }): void {
    const settings = this.#parts.settings();
    const { contentType, ring, hub } = mount;
    const wantsTitles = mount.hasIcyTitles && request.headers["icy-metadata"] === "1";
    if (request.method === "OPTIONS")
      return send(response, 204, { headers: corsHeaders, body: null });
    const start = ring.burstStart();
    const format = start?.format ?? formatOf(mount.codec, settings);
    const headers = [
      ...mountHeaders({ contentType, settings, format, wantsTitles }),
      ...moreHeaders,
    ];
    if (!settings.isStreaming && (request.method === "HEAD" || request.method === "GET"))
      return sendText(response, 503, "The station is off air, please try again later.\n", [
        ["Retry-After", String(OFF_AIR_RETRY_SECONDS)],
        ...corsHeaders,
      ]);
    if (request.method === "HEAD") {
      response.shouldKeepAlive = false;
      return send(response, 200, { headers, body: null });
    }
    if (request.method !== "GET")
      return sendText(response, 405, "The stream can only be listened to.\n", [
        ["Allow", "GET, HEAD, OPTIONS"],
        ...corsHeaders,
      ]);
    const userAgent = request.headers["user-agent"] ?? "";
    const range = decideRange({ range: request.headers.range, userAgent });
    if (range.kind === "unsatisfiable")
      return sendText(response, 416, "An endless stream has no such range.\n", corsHeaders);
    if (start === undefined)
      return sendText(response, 503, "The station is not on air yet.\n", [
        ["Retry-After", String(NOT_YET_RETRY_SECONDS)],
        ...corsHeaders,
      ]);
    if (range.kind === "probe")
      return sendBeginning(response, { contentType, start, bytes: range.bytes });
    const isShort = range.kind === "short-stream";
    const kind = isShort ? "uncounted" : listenerKind(userAgent);
    const cid = parseCid(query);
    const { mounts } = this.#parts;
    const admission = mounts.admit({
      kind,
      address: this.#addressOf(request),
      connectionsOfCid: mounts.connectionsOf(cid),
      maxListeners: settings.maxListeners,
    });
    if (admission.kind !== "admitted") return refuseFull(response, admission.kind);
    this.#handOver({ request, response, hub, headers, start, kind, cid, wantsTitles, isShort });
  }

  /** Takes the socket away from node:http, whose body framing no stream player wants, and gives it to the hub. */
  #handOver({
    request,
    response,
    hub,
    headers,
    ...listener
  }: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly hub: ListenerHub;
    readonly headers: HeaderList;
    readonly start: StreamBlock;
    readonly kind: ListenerKind;
    readonly cid: string | null;
    readonly wantsTitles: boolean;
    readonly isShort: boolean;
  }): void {
    const { socket } = request;
    // Pipelined after a request still being answered: this answer must not take the socket.
    if (response.socket !== socket) return void socket.destroy();
    response.detachSocket(socket);
    this.#taken.add(socket);
    this.#waiting.leave(acceptedSocket(socket));
    const rawHead = rawStreamHead({ headers, date: new Date() });
    const head = Buffer.concat([rawHead, listener.start.prelude]);
    hub.add({ socket, head, client: this.#clientOf(request), ...listener });
  }

  #clientOf(request: IncomingMessage): ListenerClient {
    const via = this.#handed.has(request.socket) ? "web" : "stream";
    const userAgent = request.headers["user-agent"] ?? "";
    return { address: this.#addressOf(request), via, userAgent };
  }

  #answerAdmin(request: IncomingMessage, response: ServerResponse, path: AdminPath): void {
    const answer = this.#parts.admin.answer({
      path,
      target: request.url ?? "",
      authorization: request.headers.authorization,
      address: this.#addressOf(request),
    });
    sendAdmin(response, answer);
  }

  /**
   * The address of a request's client, decided here and nowhere else. A connection of the web port brings the address
   * found by the server; on our own port the proxies in TRUST_PROXY forward it.
   */
  #addressOf({ headers, socket }: IncomingMessage): string {
    const handed = this.#handed.get(socket);
    if (handed !== undefined) return handed.address;
    const forwardedFor = headers["x-forwarded-for"];
    return this.#parts.proxies.clientOf({ address: socket.remoteAddress ?? "", forwardedFor });
  }

  #baseUrl({ headers, socket }: IncomingMessage): string {
    const { localAddress, localPort } = socket;
    const isSecure = socket instanceof TLSSocket;
    const publicStreamUrl = this.#parts.publicStreamUrl ?? this.#handed.get(socket)?.origin ?? null;
    const { host } = headers;
    return baseUrlOf({ publicStreamUrl, isSecure, host, localAddress, localPort });
  }
}
