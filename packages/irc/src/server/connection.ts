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
/** Lines read but not run yet; above this we stop reading, so that the client waits, not us. */
const waitingLines = 64;
/** Time for a slow reader to receive the reason it is closed for. */
const lingerMs = 2000;

/** A connection and its properties before it sends anything. */
export interface ConnectionEnds {
  readonly socket: Duplex;
  readonly host: string;
  /** undefined: within this process, and not rate-limited. */
  readonly address: string | undefined;
  readonly isSecure: boolean;
  readonly mayLogIn: boolean;
}

/** One client's socket: runs its lines in order at a limited rate, and writes its messages. */
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
  /** Output of the current command before it had to wait: part of its response. */
  #said: TaggedOutgoing[] = [];

  /** @param requestFlush called when there is something to write; it soon calls `flush` */
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

  /** Writes the rest and closes, at once if the client does not read. */
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

  /** Writes everything pending to the socket. */
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

  /** Drops the unread queue and the socket. Others see the quit after the server has announced it. */
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

  /** Whether the rate allows a line now; if not, reading resumes by itself. */
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

  /** Works for invalid lines too: their answer also carries the label. */
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

  /** Answers an invalid command, such as a word with "_". */
  #refuseCommand(text: string): void {
    const words = text.split(" ").filter((word) => word !== "");
    if (words[0]?.startsWith("@") === true) words.shift();
    if (words[0]?.startsWith(":") === true) words.shift();
    const [word] = words;
    if (word === undefined) return;
    if (this.user.isRegistered) sendError(this.#server, this.user, ERR.UNKNOWNCOMMAND, [word]);
    else sendError(this.#server, this.user, ERR.NOTREGISTERED);
  }

  /** Holds this client's further commands until the pending one is done. */
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
   * Runs something. With a label, collects its output to this client as the response, unless that comes later.
   * @param said earlier output of the same response
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
