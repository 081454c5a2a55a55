import { ChannelMembership } from "./channel-membership.ts";
import type { ChannelState, ClientState, IrcEvent, Member } from "./client-event.ts";
import type { Isupport } from "../protocol/index.ts";
import type { IrcClientOptions, TlsOptions } from "./client-options.ts";
import { Connection } from "./connection.ts";
import {
  decideReconnect,
  describeEnding,
  type Ending,
  FIRST_HISTORY,
  type ReconnectHistory,
} from "./ending-rules.ts";
import { FLOOD_PRESETS, halveRate } from "./flood-rules.ts";
import type { Delivery, SayRequest } from "./outgoing-text.ts";
import { SeenMessages } from "./seen-messages.ts";
import { Session } from "./session.ts";
import type { StsPolicy } from "./sts-rules.ts";
import { Timers } from "./timers.ts";

/** How long a server that said we flood it gets half the rate. */
const SLOW_FOR_MS = 3_600_000;

/**
 * A user that stays on an IRC network: reconnects for ever and keeps its nick and its channels.
 * @example
 * const client = new IrcClient(
 *   {
 *     host: "irc.example.org",
 *     port: 6697,
 *     tls: { kind: "on" },
 *     nick: "bot",
 *     otherNicks: ["bot_"],
 *     user: "bot",
 *     realName: "Radio bot",
 *     sasl: { kind: "none" },
 *     channels: [{ name: "#radio" }],
 *     flood: "normal",
 *     clock: systemClock,
 *     random: Math.random,
 *   },
 *   (event) => console.log(event.type),
 * );
 * client.nick; // "bot"
 */
export class IrcClient {
  readonly #options: IrcClientOptions;
  readonly #onEvent: (event: IrcEvent) => void;
  readonly #timers: Timers;
  readonly #channelMembership: ChannelMembership;
  readonly #seen = new SeenMessages();
  #state: ClientState = { status: "stopped", reason: "not started yet" };
  #link: { readonly connection: Connection; readonly session: Session } | undefined;
  #history: ReconnectHistory = FIRST_HISTORY;
  #registeredAtMs: number | undefined;
  #slowUntilMs = 0;
  #stsPolicy: StsPolicy | undefined;

  /** @param onEvent receives everything that happens, in order; must not throw */
  constructor(options: IrcClientOptions, onEvent: (event: IrcEvent) => void) {
    this.#options = options;
    this.#onEvent = onEvent;
    this.#timers = new Timers(options.clock);
    this.#stsPolicy = options.stsPolicy;
    this.#channelMembership = new ChannelMembership(options, (channel, state) =>
      onEvent({ type: "channel", channel, state }),
    );
  }

  get state(): ClientState {
    return this.#state;
  }

  /** Our current nick; the wanted one while not connected. */
  get nick(): string {
    return this.#link?.session.me.name ?? this.#options.nick;
  }

  channelState(channel: string): ChannelState | undefined {
    return this.#channelMembership.state(channel);
  }

  /** The server's ISUPPORT; undefined while not connected. */
  get isupport(): Isupport | undefined {
    return this.#link?.session.isupport;
  }

  /** The members of a channel; empty while we are not in it. */
  members(channel: string): readonly Member[] {
    return this.#link?.session.members(channel) ?? [];
  }

  /** Connects now, even if the client is waiting or has stopped. */
  start(): void {
    if (this.#link !== undefined || this.#state.status === "closed") return;
    this.#timers.stop("reconnect");
    this.#connect();
  }

  /** Joins a channel and stays in it. */
  join(channel: string, key?: string): void {
    this.#channelMembership.join(channel, key);
  }

  /** Leaves a channel for good. */
  part(channel: string, reason: string): void {
    this.#channelMembership.part(channel, reason);
  }

  /**
   * Queues any other command, such as KICK, within the flood limit.
   * @returns whether it will be sent if the connection lasts
   */
  command(command: string, ...params: readonly string[]): boolean {
    const session = this.#link?.session;
    return session?.isRegistered === true && session.send(command, params);
  }

  /**
   * Says something, in as many lines as it takes.
   * @returns its fate, within three minutes at most. Never rejects, and nothing is sent twice: lines unconfirmed when
   * the connection broke count as not delivered.
   */
  say(request: SayRequest): Promise<Delivery> {
    const session = this.#link?.session;
    const channel = this.#channelMembership.state(request.channel);
    const refuse = (reason: string) => Promise.resolve<Delivery>({ kind: "not-delivered", reason });
    if (session?.isRegistered !== true) return refuse("IRC is not connected");
    if (channel !== undefined && channel.status !== "joined")
      return refuse("reason" in channel ? channel.reason : "we are not in the channel");
    return new Promise((resolve) => session.say(request, resolve));
  }

  /** Says goodbye and shuts down. */
  close(reason: string): void {
    if (this.#state.status === "closed") return;
    this.#timers.close();
    this.#channelMembership.close();
    const link = this.#link;
    this.#link = undefined;
    link?.session.close({ reason, sayGoodbye: true });
    link?.connection.close();
    this.#setState({ status: "closed" });
  }

  #connect(): void {
    const { port, tls } = this.#target();
    const { clock, flood, host, openStream } = this.#options;
    const isSecure = tls.kind === "on" || openStream !== undefined;
    const preset = FLOOD_PRESETS[flood];
    this.#registeredAtMs = undefined;
    this.#setState({ status: "connecting" });
    const connection = new Connection({
      host,
      port,
      tls,
      openStream,
      clock,
      onConnect: () => {
        this.#setState({ status: "registering" });
        session.start();
      },
      onBytes: () => session.stayAlive(),
      onLine: (line) => session.receive(line),
      onEnd: (ending) => {
        session.close({ reason: describeEnding(ending), sayGoodbye: false });
        this.#ended(ending);
      },
    });
    const session: Session = new Session({
      options: this.#options,
      link: { isSecure, port },
      limits: clock.nowMs() < this.#slowUntilMs ? halveRate(preset) : preset,
      seen: this.#seen,
      channelMembership: this.#channelMembership,
      write: (line) => connection.write(line),
      emit: (event) => {
        if (event.type === "sts-policy") this.#stsPolicy = event.policy;
        this.#onEvent(event);
        if (event.type === "nick" && event.isOwn) this.#reportRegistered(session);
      },
      onRegistered: () => {
        this.#registeredAtMs = clock.nowMs();
        this.#reportRegistered(session);
      },
      onEnd: (ending) => {
        connection.close();
        this.#ended(ending);
      },
    });
    this.#link = { connection, session };
  }

  /** Where to connect: an STS policy overrides the configuration. */
  #target(): { readonly port: number; readonly tls: TlsOptions } {
    const { port, tls, clock } = this.#options;
    if (tls.kind === "on" || this.#stsPolicy === undefined) return { port, tls };
    if (clock.nowMs() >= this.#stsPolicy.untilMs) return { port, tls };
    return { port: this.#stsPolicy.port, tls: { ...tls, kind: "on" } };
  }

  #reportRegistered(session: Session): void {
    this.#setState({ status: "registered", nick: session.me.name, network: session.network });
  }

  #ended(ending: Ending): void {
    if (this.#state.status === "closed") return;
    const { clock, random } = this.#options;
    const nowMs = clock.nowMs();
    this.#link = undefined;
    this.#channelMembership.detach();
    if (ending.kind === "flooded") this.#slowUntilMs = nowMs + SLOW_FOR_MS;
    // Until the secure connection gives a duration, the policy holds for the next attempt.
    if (ending.kind === "sts-upgrade") this.#stsPolicy = { port: ending.port, untilMs: Infinity };
    const decision = decideReconnect({
      ending,
      history: this.#history,
      registeredForMs: this.#registeredAtMs === undefined ? 0 : nowMs - this.#registeredAtMs,
      nowMs,
      random: random(),
    });
    if (decision.kind === "stop") {
      this.#setState({ status: "stopped", reason: decision.reason });
      return;
    }
    const { delayMs, reason, needsAttention, history } = decision;
    this.#history = history;
    this.#timers.start("reconnect", delayMs, () => this.#connect());
    this.#setState({ status: "waiting", reason, untilMs: nowMs + delayMs, needsAttention });
  }

  #setState(state: ClientState): void {
    this.#state = state;
    this.#onEvent({ type: "state", state });
  }
}
