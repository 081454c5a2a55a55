import {
  applyIsupport,
  defaultIsupport,
  type IrcMessage,
  type Isupport,
  isSameName,
  parseMessage,
  serialiseMessage,
  type Source,
} from "../protocol/index.ts";
import { Batches, looksLikeNetsplit } from "./batches.ts";
import type { ChannelMembership } from "./channel-membership.ts";
import type { IrcEvent, Member } from "./client-event.ts";
import type { IrcClientOptions } from "./client-options.ts";
import { composeLines, type Delivery, type SayRequest } from "./outgoing-text.ts";
import { Conversation } from "./conversation.ts";
import { classifyError, describeEnding, type Ending } from "./ending-rules.ts";
import type { FloodLimits } from "./flood-rules.ts";
import { Letter } from "./letter.ts";
import { NickRecovery } from "./nick-recovery.ts";
import { Outbox } from "./outbox.ts";
import { Registration } from "./registration.ts";
import { Roster } from "./roster.ts";
import type { SeenMessages } from "./seen-messages.ts";
import type { SessionContext } from "./session-context.ts";
import { Timers } from "./timers.ts";

const REGISTER_WITHIN_MS = 30_000;
const PING_AFTER_MS = 30_000;
const DEAD_AFTER_MS = 60_000;

/** One connection from its first line to its last: interprets lines and answers them. */
export class Session {
  readonly #context: SessionContext;
  readonly #outbox: Outbox;
  readonly #registration: Registration;
  readonly #roster: Roster;
  readonly #conversation: Conversation;
  readonly #nickRecovery: NickRecovery;
  readonly #channelMembership: ChannelMembership;
  readonly #timers: Timers;
  readonly #batches = new Batches();
  readonly #onEnd: (ending: Ending) => void;
  readonly #onRegistered: () => void;
  #isRegistered = false;
  #hasEnded = false;

  constructor(parts: {
    readonly options: IrcClientOptions;
    readonly link: { readonly isSecure: boolean; readonly port: number };
    readonly limits: FloodLimits;
    readonly seen: SeenMessages;
    readonly channelMembership: ChannelMembership;
    readonly write: (line: string) => void;
    readonly emit: (event: IrcEvent) => void;
    readonly onRegistered: () => void;
    /** Called once. The owner then closes the session with its reason. */
    readonly onEnd: (ending: Ending) => void;
  }) {
    const { options } = parts;
    this.#onEnd = parts.onEnd;
    this.#onRegistered = parts.onRegistered;
    this.#channelMembership = parts.channelMembership;
    this.#timers = new Timers(options.clock);
    this.#outbox = new Outbox({
      clock: options.clock,
      limits: parts.limits,
      write: (line) => {
        this.#conversation.recordSent(line);
        parts.write(line);
      },
      writeLetterLine: (letter, line) => this.#conversation.write(letter, line),
    });
    this.#context = {
      options,
      emit: parts.emit,
      sendNow: (command, ...params) => this.#outbox.sendNow(serialiseMessage({ command, params })),
      send: (command, ...params) => void this.#outbox.send(serialiseMessage({ command, params })),
      end: (ending) => this.#end(ending),
      isupport: defaultIsupport,
      capabilities: new Map(),
      me: { name: options.nick },
      account: undefined,
    };
    this.#registration = new Registration(this.#context, parts.link);
    this.#roster = new Roster(this.#context);
    this.#conversation = new Conversation(this.#context, this.#batches, parts.seen);
    this.#nickRecovery = new NickRecovery(this.#context);
  }

  get me(): Source {
    return this.#context.me;
  }

  get network(): string | undefined {
    return this.#context.isupport.network;
  }

  get isupport(): Isupport {
    return this.#context.isupport;
  }

  get isRegistered(): boolean {
    return this.#isRegistered;
  }

  members(channel: string): readonly Member[] {
    return this.#roster.members(channel);
  }

  start(): void {
    this.#timers.start("registration", REGISTER_WITHIN_MS, () =>
      this.#end({ kind: "registration-timeout" }),
    );
    this.stayAlive();
    this.#registration.start();
  }

  /** Called when bytes arrive from the server. */
  stayAlive(): void {
    if (this.#hasEnded) return;
    this.#timers.stop("dead");
    this.#timers.start("ping", PING_AFTER_MS, () => {
      this.#context.sendNow("PING", "alive");
      this.#timers.start("dead", DEAD_AFTER_MS, () => this.#end({ kind: "ping-timeout" }));
    });
  }

  receive(line: string): void {
    const message = parseMessage(line);
    if (message === undefined || this.#hasEnded) return;
    this.#recordSelf(message);
    switch (message.command) {
      case "PING":
        this.#context.sendNow("PONG", ...message.params.slice(0, 1));
        return;
      case "ERROR":
        this.#end(classifyError(message.params[0] ?? ""));
        return;
      case "BATCH":
        this.#batches.receive(message);
        return;
      case "005":
        this.#context.isupport = applyIsupport(this.#context.isupport, message.params);
        this.#roster.refold();
        return;
      default:
    }
    this.#registration.receive(message);
    if (this.#hasEnded) return;
    const reason = message.params[0] ?? "";
    const isNetsplit = this.#batches.of(message).isNetsplit || looksLikeNetsplit(reason);
    this.#roster.receive(message, { isNetsplit });
    this.#conversation.receive(message);
    if (message.command === "376" || message.command === "422") this.#register();
    if (!this.#isRegistered) return;
    this.#nickRecovery.receive(message);
    const joining = message.command === "366" ? (message.params[1] ?? "") : "";
    const wasJoined = this.#isJoined(joining);
    this.#channelMembership.receive(message);
    if (!wasJoined && this.#isJoined(joining)) {
      this.#context.emit({ type: "joined", channel: joining });
      this.#roster.askForAccounts(joining);
      this.#conversation.askForMissed(joining);
    }
    this.#recordChannels(message);
  }

  /** Queues a command within the flood limit. @returns whether there was room */
  send(command: string, params: readonly string[]): boolean {
    return this.#outbox.send(serialiseMessage({ command, params }));
  }

  say(request: SayRequest, settle: (delivery: Delivery) => void): void {
    const composed = composeLines({
      request,
      me: this.#context.me,
      isupport: this.#context.isupport,
      relaySeparator: this.#conversation.relaySeparator(request.channel),
    });
    if (composed.kind === "refused") {
      settle({ kind: "not-delivered", reason: composed.reason });
      return;
    }
    const queuedAtMs = this.#context.options.clock.nowMs();
    this.#outbox.say(new Letter({ request, lines: composed.lines, queuedAtMs, settle }));
  }

  /** Ends the session; unconfirmed messages are not delivered. */
  close({ reason, sayGoodbye }: { readonly reason: string; readonly sayGoodbye: boolean }): void {
    if (sayGoodbye && !this.#hasEnded) this.#context.sendNow("QUIT", reason);
    this.#hasEnded = true;
    this.#timers.close();
    this.#nickRecovery.close();
    this.#outbox.close(reason);
    this.#conversation.close(reason);
  }

  #end(ending: Ending): void {
    if (this.#hasEnded) return;
    const sayGoodbye = ending.kind !== "closed" && ending.kind !== "ping-timeout";
    this.close({ reason: describeEnding(ending), sayGoodbye });
    this.#onEnd(ending);
  }

  #register(): void {
    if (this.#isRegistered) return;
    this.#isRegistered = true;
    this.#timers.stop("registration");
    const { me, account, emit } = this.#context;
    this.#onRegistered();
    emit({ type: "registered", nick: me.name, account });
    this.#channelMembership.attach(this.#context);
    this.#nickRecovery.registered();
  }

  /** Updates our own state before anyone else sees the message. */
  #recordSelf(message: IrcMessage): void {
    const context = this.#context;
    const [first = "", second = "", third = ""] = message.params;
    if (message.command === "900") context.account = third;
    if (message.command === "901") context.account = undefined;
    if (message.command === "396") context.me = { ...context.me, host: second };
    const { source } = message;
    const { casemapping } = context.isupport;
    if (source === undefined || !isSameName(source.name, context.me.name, casemapping)) return;
    if (source.user !== undefined) context.me = { ...context.me, ...source };
    if (message.command === "NICK") context.me = { ...context.me, name: first };
    if (message.command === "CHGHOST") context.me = { ...context.me, user: first, host: second };
    if (message.command === "ACCOUNT") context.account = first === "*" ? undefined : first;
  }

  #isJoined(channel: string): boolean {
    return this.#channelMembership.state(channel)?.status === "joined";
  }

  #recordChannels(message: IrcMessage): void {
    const [first = "", second = "", topic = ""] = message.params;
    const { emit } = this.#context;
    if (message.command === "TOPIC")
      emit({ type: "topic", channel: first, topic: second, by: message.source });
    if (message.command === "332") emit({ type: "topic", channel: second, topic, by: undefined });
    if (message.command === "KICK" && !this.#roster.has(first))
      this.#outbox.dropChannel(first, "we were kicked from the channel");
  }
}
