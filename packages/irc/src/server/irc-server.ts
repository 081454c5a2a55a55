import { randomBytes } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { duplexPair, type Duplex } from "node:stream";
import { createServer as createTlsServer, type Server as TlsServer, TLSSocket } from "node:tls";
import { ClientPlaces } from "./client-places.ts";
import { cloakAddress, plainAddress } from "./cloak.ts";
import { listModes, type User } from "./users-and-channels.ts";
import { channelSettings } from "./channel.ts";
import { Connection, type ConnectionEnds } from "./connection.ts";
import { endOperator, followAccount, leaveRefusedNick, logOut } from "./logins.ts";
import { isPortTaken, listenOn, listenOnceFree } from "./listen-on.ts";
import type {
  AccountReview,
  Certificate,
  ChannelMask,
  ChannelSettings,
  Identity,
  IrcServerOptions,
  ListenAddress,
  Member,
  ProcessLogin,
  ServerBan,
} from "./server-options.ts";
import { activeBans } from "./server-bans.ts";
import { createServerState, describeMember, type ServerState } from "./server-state.ts";
import { leaveServer } from "./user-lifecycle.ts";
import { identify } from "./user.ts";
import { addVirtualUser, type AddUserOutcome, type VirtualUserOptions } from "./virtual-user.ts";

/** Connections to a TLS port per client place: handshakes in progress need room, too. */
const SECURE_SHARE = 2;
/** Clients are rate-limited once the handshake is done. */
const atAnyPace = { burst: 1000, perSecond: 1000 };
/** Maximum time to wait for sockets when closing. */
const closeWithinMs = 3000;

export interface ChannelView {
  readonly name: string;
  readonly topic: string;
  readonly members: readonly Member[];
  readonly masks: readonly ChannelMask[];
  readonly settings: ChannelSettings;
}

/** A running IRC server. */
export interface IrcServer {
  /** Ports it listens on, in the order of the options. */
  readonly ports: readonly number[];
  addUser(options: VirtualUserOptions): AddUserOutcome;
  /**
   * Connects a client of this process: logged in from the start, without a password or a network, and exempt from all
   * client and address limits.
   */
  connect(login: ProcessLogin): Duplex;
  channel(name: string): ChannelView | undefined;
  /** The operators' bans from the server, oldest first. */
  readonly bans: readonly ServerBan[];
  /** The user with that nick, as only the owner may see them. */
  identityOf(nick: string): Identity | undefined;
  /**
   * Brings logins up to date with their accounts: names, rank in registered channels, and deleted accounts. Takes away
   * nicks that are now refused.
   */
  reviewAccounts(review: (accountId: string) => AccountReview): void;
  /** Logs out every user of an account. */
  endLogins(accountId: string): void;
  /**
   * Uses another certificate for new connections; existing ones stay.
   * @throws Error when the key and the certificate can't be read or don't match; then the old one stays
   */
  renewCertificate(certificate: Certificate): void;
  /** Disconnects everyone. Resolves when all sockets are closed. */
  close(): Promise<void>;
}

/**
 * Starts an IRC server in this process.
 * @throws Error when an address can't be listened on; then nothing is left open
 * @example
 * const server = await startIrcServer({
 *   name: "irc.example.org",
 *   network: "Example",
 *   listen: [{ host: "127.0.0.1", port: 0, tls: undefined }],
 *   waitsForPorts: false,
 *   password: undefined,
 *   cloakSecret: "secret",
 *   motd: ["Welcome"],
 *   adminEmail: "admin@example.org",
 *   channels: [{ name: "#radio", topic: "News", masks: [], settings: undefined }],
 *   bans: [],
 *   limits: defaultLimits,
 *   mayLogInPlain: () => false,
 *   authenticate: undefined,
 *   history: undefined,
 *   refuseNick: () => undefined,
 *   restrict: () => null,
 *   rehash: undefined,
 *   observe: () => {},
 *   reportError: () => {},
 *   nowMs: () => Date.now(),
 * });
 * server.ports.length; // 1
 * await server.close();
 */
export async function startIrcServer(options: IrcServerOptions): Promise<IrcServer> {
  const running = new RunningServer(options);
  try {
    for (const [place, address] of options.listen.entries()) await running.listen(address, place);
  } catch (cause) {
    await running.close();
    throw new Error("the IRC server can't listen", { cause });
  }
  return running;
}

class RunningServer implements IrcServer {
  readonly ports: number[] = [];
  readonly #state: ServerState;
  readonly #listeners: Server[] = [];
  readonly #tlsListeners: TlsServer[] = [];
  readonly #sockets = new Set<Duplex>();
  readonly #places: ClientPlaces;
  /** Places on TLS ports, counted from before the handshake. */
  readonly #securePlaces: ClientPlaces;
  readonly #toFlush = new Set<Connection>();
  readonly #closing = new AbortController();
  /** Ports still held by other processes. */
  readonly #late: Promise<void>[] = [];

  constructor(options: IrcServerOptions) {
    const { limits, nowMs } = options;
    this.#places = new ClientPlaces(limits, nowMs);
    const secureLimits = {
      clients: limits.clients * SECURE_SHARE,
      clientsPerAddress: limits.clientsPerAddress * SECURE_SHARE,
      clientsFromLoopback: limits.clientsFromLoopback * SECURE_SHARE,
      connectsPerPlace: atAnyPace,
    };
    this.#securePlaces = new ClientPlaces(secureLimits, nowMs);
    // Ids are ordered within a run and distinct between runs.
    const run = randomBytes(6).toString("base64url");
    let messages = 0;
    const observe: IrcServerOptions["observe"] = (event) => {
      try {
        options.observe(event);
      } catch (error) {
        options.reportError(error, "publishing an event");
      }
    };
    this.#state = createServerState({ ...options, observe }, () => {
      messages += 1;
      return `${run}-${messages.toString(36)}`;
    });
  }

  /** @param place index of the address in the options */
  async listen(address: ListenAddress, place: number): Promise<void> {
    const { port, tls } = address;
    const listener =
      tls === undefined
        ? createServer((socket) => this.#accept(socket))
        : this.#createTlsListener(tls);
    this.#listeners.push(listener);
    // The TCP socket exists before its TLS handshake and must also be closed with the server.
    listener.on("connection", (socket: Socket) => this.#own(socket));
    // A failed handshake is the client's problem. One that takes too long leaves its socket open for us to close.
    listener.on("tlsClientError", (_error: Error, socket: Socket) => socket.destroy());
    const { waitsForPorts, reportError } = this.#state.options;
    const began = (listened: number): void => {
      listener.on("error", (error) => reportError(error, "listening"));
      this.ports[place] = listened;
      if (tls !== undefined) this.#state.tlsPorts.push(listened);
    };
    try {
      began(await listenOn(listener, address));
    } catch (error) {
      if (!waitsForPorts || !isPortTaken(error)) throw error;
      reportError(error, `listening on port ${port}, which is tried until it is free`);
      this.ports[place] = port;
      this.#late.push(
        listenOnceFree(listener, { ...address, signal: this.#closing.signal }).then(
          (listened) => (listened === null ? undefined : began(listened)),
          (late: unknown) => reportError(late, "listening"),
        ),
      );
    }
  }

  addUser(options: VirtualUserOptions): AddUserOutcome {
    return addVirtualUser(this.#state, options);
  }

  connect({ host, ...login }: ProcessLogin): Duplex {
    const [socket, client] = duplexPair({ allowHalfOpen: false });
    this.#own(socket);
    client.once("close", () => socket.destroy());
    socket.once("close", () => client.destroy());
    const ends = { socket, host, address: undefined, isSecure: true, mayLogIn: false };
    Object.assign(this.#attach(ends).user, login);
    return client;
  }

  channel(name: string): ChannelView | undefined {
    const channel = this.#state.channels.get(name);
    return channel === undefined
      ? undefined
      : {
          name: channel.name,
          topic: channel.topic?.text ?? "",
          members: [...channel.members.keys()].map((user) => describeMember(channel, user)),
          masks: listModes.flatMap((mode) =>
            channel.lists[mode].map((entry) => ({ mode, ...entry })),
          ),
          settings: channelSettings(channel),
        };
  }

  get bans(): readonly ServerBan[] {
    return activeBans(this.#state);
  }

  identityOf(nick: string): Identity | undefined {
    const user = this.#state.users.get(nick);
    return user === undefined ? undefined : identify(user);
  }

  reviewAccounts(review: (accountId: string) => AccountReview): void {
    for (const user of this.#everybody) {
      if (user.operatorAccountId !== undefined) {
        const reviewed = review(user.operatorAccountId);
        if (reviewed.kind === "ended" || !reviewed.mayOperate) endOperator(this.#state, user);
      }
      if (user.accountId !== undefined) followAccount(this.#state, user, review(user.accountId));
      leaveRefusedNick(this.#state, user);
    }
  }

  endLogins(accountId: string): void {
    for (const user of this.#everybody) {
      if (user.operatorAccountId === accountId) endOperator(this.#state, user);
      if (user.accountId !== accountId) continue;
      logOut(this.#state, user);
      leaveRefusedNick(this.#state, user);
    }
  }

  renewCertificate({ key, cert }: Certificate): void {
    for (const listener of this.#tlsListeners) listener.setSecureContext({ key, cert });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#late);
    const closed = this.#listeners.map(
      (listener) => new Promise<void>((resolve) => listener.close(() => resolve())),
    );
    for (const user of this.#everybody) leaveServer(this.#state, user, "Server shutting down");
    const timer = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, closeWithinMs);
    await Promise.all(closed);
    clearTimeout(timer);
  }

  get #everybody(): readonly User[] {
    return [...this.#state.users.values(), ...this.#state.connecting];
  }

  get #limits() {
    return this.#state.options.limits;
  }

  #createTlsListener(certificate: Certificate): TlsServer {
    const listener = createTlsServer(
      { ...certificate, handshakeTimeout: this.#limits.registrationSilenceMs },
      (socket) => this.#accept(socket),
    );
    // Before the handshake.
    listener.prependListener("connection", (socket: Socket) => this.#admitHandshake(socket));
    this.#tlsListeners.push(listener);
    return listener;
  }

  /** Clients that never finish their handshake hold only a share of the connections. */
  #admitHandshake(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? "");
    if (this.#securePlaces.take(address) === undefined)
      socket.once("close", () => this.#securePlaces.leave(address));
    else socket.destroy();
  }

  #own(socket: Duplex): void {
    if (this.#closing.signal.aborted) socket.destroy();
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    // Until a Connection installs its own listener.
    socket.on("error", () => socket.destroy());
  }

  #accept(socket: Socket): void {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || this.#closing.signal.aborted) {
      socket.destroy();
      return;
    }
    const address = plainAddress(remoteAddress);
    const refusal = this.#places.take(address);
    if (refusal !== undefined) {
      socket.on("error", () => socket.destroy());
      socket.end(`ERROR :Closing link: [${refusal}]\r\n`, () => socket.destroy());
      return;
    }
    socket.once("close", () => this.#places.leave(address));
    socket.setNoDelay(true);
    this.#attach({
      socket,
      host: cloakAddress(address, this.#state.options.cloakSecret),
      address,
      isSecure: socket instanceof TLSSocket,
      mayLogIn: socket instanceof TLSSocket || this.#state.options.mayLogInPlain(address),
    });
  }

  #attach(ends: ConnectionEnds): Connection {
    const requestFlush = (connection: Connection): void => this.#flushSoon(connection);
    return new Connection({ ...ends, server: this.#state, requestFlush });
  }

  /** Batches everything one turn of the event loop sends to a client into one write. */
  #flushSoon(connection: Connection): void {
    if (this.#toFlush.size === 0)
      setImmediate(() => {
        const connections = [...this.#toFlush];
        this.#toFlush.clear();
        for (const each of connections) each.flush();
      });
    this.#toFlush.add(connection);
  }
}
