import type { Duplex } from "node:stream";
import { LineReader, type ReadLine } from "../protocol/line-reader.ts";
import { parseMessage } from "../protocol/message.ts";
import { labelResponse, type TaggedOutgoing } from "./batch.ts";
import type { Capability } from "./capabilities.ts";
import { runCommand } from "./commands.ts";
import { fromServer, sendError, sendFail } from "./delivery.ts";
import { ERR } from "./numerics.ts";
import type { Outgoing, RecipientTags } from "./outgoing.ts";
import type { ServerState } from "./server-state.ts";
import { type BucketLevel, takeToken } from "./throttle-rules.ts";
import { leaveServer } from "./user-lifecycle.ts";
import { type User, type UserLink } from "./users-and-channels.ts";
import { createHandshake, createUser } from "./user.ts";

/** Longest line without tags, with its CRLF, RFC 1459 §2.3. */
const lineBytes = 512;
/** Longest tags of clients, IRCv3 message-tags: 4094 bytes, "@" and a space. */
const clientTagBytes = 4096;
/** Lines taken from the socket and not run yet; beyond them it is not read, so that the client waits and not we. */
const waitingLines = 64;
/** What a client that does not read is given to read why it is closed. */
const lingerMs = 2000;

/** A connection, and what is known of it before it says anything. */
export interface ConnectionEnds {
  readonly socket: Duplex;
  readonly host: string;
  /** undefined: it is within this process, and comes as fast as it likes. */
  readonly address: string | undefined;
  readonly isSecure: boolean;
  readonly mayLogIn: boolean;
}

/** One client's socket: reads its lines in order, at a limited rate, and writes its messages. */
export class Connection implements UserLink {
  readonly handshake = createHandshake();
  capabilities: ReadonlySet<Capability> = new Set();
  readonly user: User;
  readonly #server: ServerState;
  readonly #socket: Duplex;
  readonly #requestFlush: (connection: Connection) => void;
  readonly #reader = new LineReader({
    maxBodyBytes: lineBytes,
    maxTagBytes: clientTagBytes,
    otherwise: "refuse",
  });
  #lines: ReadLine[] = [];
  #level: BucketLevel | undefined;
  #paceTimer: NodeJS.Timeout | undefined;
  readonly #welcomeTimer: NodeJS.Timeout;
  #deadline: NodeJS.Timeout | undefined;
  #lingerTimer: NodeJS.Timeout | undefined;
  #isBusy = false;
  #isEnded = false;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #response: TaggedOutgoing[] | undefined;
  #label: string | undefined;
  /** What the command under way has said before it had to wait: a part of its response. */
  #said: TaggedOutgoing[] = [];

  /** @param requestFlush told when there is something to write; it calls `flush` soon */
  constructor(
    options: ConnectionEnds & {
      readonly server: ServerState;
      readonly requestFlush: (connection: Connection) => void;
    },
  ) {
    const { server, socket, host, address, isSecure, mayLogIn } = options;
    this.#server = server;
    this.#socket = socket;
    this.#requestFlush = options.requestFlush;
    const nowMs = server.options.nowMs();
    this.user = createUser({
      host,
      address,
      isSecure,
      mayLogIn,
      isVirtual: false,
      link: this,
      nowMs,
    });
    server.connecting.add(this.user);
    this.#welcomeTimer = setTimeout(() => {
      this.#leave("Registration timed out");
    }, server.options.limits.registrationMs);
    this.#waitForNext();
    socket.on("data", (bytes: Buffer) => this.#take(bytes));
    socket.on("error", (error: Error) => this.#leave(`Read error: ${error.message}`));
    socket.on("end", () => this.#leave("Connection closed"));
    socket.on("close", () => {
      this.#leave("Connection closed");
      clearTimeout(this.#lingerTimer);
    });
  }

  send(outgoing: Outgoing, extra?: RecipientTags): void {
    if (this.#isEnded) return;
    if (this.#response === undefined) this.#write(outgoing, extra);
    else this.#response.push({ outgoing, extra });
  }

  sendUnasked(outgoing: Outgoing): void {
    if (!this.#isEnded) this.#write(outgoing, undefined);
  }

  /** Writes what is left and closes, at once when the client does not read. */
  end(): void {
    if (this.#isEnded) return;
    this.#flushResponse();
    this.#isEnded = true;
    this.#stopTimers();
    this.#lines = [];
    this.flush();
    this.#socket.end();
    this.#socket.resume();
    this.#lingerTimer = setTimeout(() => this.#socket.destroy(), lingerMs);
  }

  /** Hands everything that waits to the socket. */
  flush(): void {
    if (this.#pending.length === 0 || this.#socket.destroyed) return;
    const bytes = this.#pending.length === 1 ? this.#pending[0] : Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    if (bytes !== undefined) this.#socket.write(bytes);
  }

  #write(outgoing: Outgoing, extra: RecipientTags | undefined): void {
    const line = outgoing.lineFor(this.capabilities, extra);
    this.#pending.push(line);
    this.#pendingBytes += line.length;
    if (this.#pending.length === 1) this.#requestFlush(this);
    const waiting = this.#pendingBytes + this.#socket.writableLength;
    if (waiting > this.#server.options.limits.sendQueueBytes) this.#dropSlowReader();
  }

  /** Drops what waits, which no one would read, with the socket. Others see the end once the server has announced it. */
  #dropSlowReader(): void {
    this.#isEnded = true;
    this.#pending = [];
    this.#lines = [];
    this.#stopTimers();
    this.#socket.destroy();
    queueMicrotask(() => leaveServer(this.#server, this.user, "Max SendQ exceeded"));
  }

  #stopTimers(): void {
    clearTimeout(this.#welcomeTimer);
    clearTimeout(this.#deadline);
    clearTimeout(this.#paceTimer);
  }

  #take(bytes: Buffer): void {
    if (this.#isEnded) return;
    this.#lines.push(...this.#reader.push(bytes));
    if (this.user.isRegistered) this.#waitForNext();
    this.#runLines();
  }

  /** Any input counts as a sign of life. Pings a silent client; drops one that is silent before the welcome. */
  #waitForNext(): void {
    const { pingAfterMs, pongWithinMs, registrationSilenceMs } = this.#server.options.limits;
    clearTimeout(this.#deadline);
    if (!this.user.isRegistered) {
      this.#deadline = setTimeout(() => {
        this.#leave("Registration timed out");
      }, registrationSilenceMs);
      return;
    }
    clearTimeout(this.#welcomeTimer);
    this.#deadline = setTimeout(() => {
      this.send(fromServer(this.#server, "PING", [this.#server.options.name]));
      this.#deadline = setTimeout(() => {
        this.#leave(`Ping timeout: ${Math.round((pingAfterMs + pongWithinMs) / 1000)} seconds`);
      }, pongWithinMs);
    }, pingAfterMs);
  }

  #runLines(): void {
    while (!this.#isBusy && this.#paceTimer === undefined && !this.#isEnded) {
      const line = this.#lines.shift();
      if (line === undefined) break;
      if (!this.#takeTurn()) {
        this.#lines.unshift(line);
        break;
      }
      this.#runLine(line);
    }
    if (this.#isEnded) return;
    if (this.#lines.length > waitingLines) this.#socket.pause();
    else if (this.#socket.isPaused()) this.#socket.resume();
  }

  /** Whether the pace allows a line now; if not, lines go on by themselves when it does. */
  #takeTurn(): boolean {
    const { limits, nowMs } = this.#server.options;
    const pace = this.user.isRegistered ? limits.lines : limits.linesBeforeWelcome;
    if (pace === undefined || this.user.address === undefined) return true;
    const decision = takeToken(pace, this.#level, nowMs());
    this.#level = decision.level;
    if (decision.kind === "taken") return true;
    this.#paceTimer = setTimeout(() => {
      this.#paceTimer = undefined;
      this.#runLines();
    }, decision.waitMs);
    return false;
  }

  #runLine(line: ReadLine): void {
    const { user } = this;
    const message = line.kind === "too-long" ? undefined : parseMessage(line.text);
    const label = this.#labelOf(line.kind === "too-long" ? line.tags : line.text);
    if (line.kind !== "line" || message === undefined) {
      this.#respond(label, () => this.#refuseLine(line, message?.command));
      return;
    }
    const wasRegistered = user.isRegistered;
    const running = this.#respond(label, () => runCommand({ server: this.#server, user, message }));
    if (running !== undefined) void this.#wait(running, label);
    if (!wasRegistered && !this.#isEnded) this.#waitForNext();
  }

  /** Also of a line that is no message: its answer has the label, too. */
  #labelOf(line: string): string | undefined {
    if (!this.capabilities.has("labeled-response")) return undefined;
    const [tags = ""] = line.trimStart().split(" ", 1);
    return parseMessage(`${tags} X`)?.tags.get("label");
  }

  #refuseLine(line: ReadLine, command: string | undefined): void {
    switch (line.kind) {
      case "too-long":
        sendError(this.#server, this.user, ERR.INPUTTOOLONG);
        return;
      case "not-utf8": {
        const words = "Message rejected, your IRC software MUST use UTF-8 encoding on this network";
        sendFail(this.#server, this.user, [command ?? "*", "INVALID_UTF8", words]);
        return;
      }
      case "line":
        this.#refuseCommand(line.text);
        return;
      default:
        line satisfies never;
    }
  }

  /** What stands where a command should and is none, such as a word with "_". */
  #refuseCommand(text: string): void {
    const words = text.split(" ").filter((word) => word !== "");
    if (words[0]?.startsWith("@") === true) words.shift();
    if (words[0]?.startsWith(":") === true) words.shift();
    const [word] = words;
    if (word === undefined) return;
    if (this.user.isRegistered) sendError(this.#server, this.user, ERR.UNKNOWNCOMMAND, [word]);
    else sendError(this.#server, this.user, ERR.NOTREGISTERED);
  }

  /** Nothing else of this client is run until what it asked for is there. */
  async #wait(running: Promise<() => void>, label: string | undefined): Promise<void> {
    this.#isBusy = true;
    try {
      const finish = await running;
      this.#isBusy = false;
      if (!this.#isEnded) this.#respond(label, finish, this.#said);
    } catch (error) {
      this.#isBusy = false;
      this.#server.options.reportError(error, "running a command");
      const fail = (): void => sendError(this.#server, this.user, ERR.UNKNOWNERROR);
      if (!this.#isEnded) this.#respond(label, fail, this.#said);
    }
    if (!this.user.isRegistered && !this.#isEnded) this.#waitForNext();
    this.#runLines();
  }

  /**
   * Runs something and, with a label, collects what it says to this client as the response, unless that comes later.
   * @param said what belongs to the response already
   */
  #respond<Result>(
    label: string | undefined,
    run: () => Result,
    said: readonly TaggedOutgoing[] = [],
  ): Result | undefined {
    this.#label = label;
    this.#response = label === undefined ? undefined : [...said];
    try {
      const result = run();
      if (result instanceof Promise) {
        this.#said = this.#response ?? [];
        this.#response = undefined;
      }
      return result;
    } catch (error) {
      this.#server.options.reportError(error, "running a command");
      sendError(this.#server, this.user, ERR.UNKNOWNERROR);
      return undefined;
    } finally {
      this.#flushResponse();
    }
  }

  #flushResponse(): void {
    const response = this.#response;
    const label = this.#label;
    this.#response = undefined;
    this.#label = undefined;
    if (response === undefined || label === undefined) return;
    for (const { outgoing, extra } of labelResponse(this.#server, label, response))
      this.#write(outgoing, extra);
  }

  #leave(reason: string): void {
    leaveServer(this.#server, this.user, reason);
  }
}
