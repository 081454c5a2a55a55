import type { ChatMessage, ChatStatus, IrcStatus, IrcUsers } from "@neonrelay/contract";
import type { IrcEvent } from "@neonrelay/irc/client";
import { randomUUID } from "node:crypto";
import type { ChannelModeration, PresentUser } from "../chat/chat-channel.ts";
import type { Chatter } from "../identity/visitor.ts";
import type { PresentBrowsers } from "../chat/present-browsers.ts";
import { foldName, stationLine } from "../chat/chat-rules.ts";
import { liftSanction } from "../chat/sanction-actions.ts";
import { describeRestriction } from "../chat/sanction-rules.ts";
import type { Restriction, StationEvent, WebSpeaker } from "../events/station-events.ts";
import { findLastIrcMoment, type NewChatMessage } from "../chat/chat-store.ts";
import { createBot, type Bot } from "./bot/bot.ts";
import type { BotParts } from "./bot/bot-parts.ts";
import { CommandInbox } from "./command-inbox.ts";
import { EndedMasks } from "./ended-masks.ts";
import { decideIncoming, type StatusNews, toStationSay } from "./relay-rules.ts";
import { IrcConnection, type IrcConnectionParts } from "./irc-connection.ts";
import { toIrcMask } from "./mask-rules.ts";
import type { Irc } from "./irc.ts";
import { describeRefusal, describeTrouble } from "./irc-status.ts";
import { LineIntake } from "./line-intake.ts";
import { toIrcUsers, toPresent, type Crowd } from "./member-rules.ts";
import { moderateChatter } from "./moderate-chatter.ts";
import { findPresentPeople } from "./present-people.ts";
import { TopicUpdater } from "./topic-updater.ts";
import { whenLate } from "./when-late.ts";
import { createStatusLines } from "./status-lines.ts";

interface IrcBridgeParts
  extends
    IrcConnectionParts,
    Omit<BotParts, "moderate" | "presence" | "people" | "announce" | "nowMs"> {
  readonly systemLog: BotParts["systemLog"];
  readonly browsers: PresentBrowsers;
}

type MessageEvent = Extract<IrcEvent, { type: "message" }>;

/** Minimum interval between notifications of refused messages, in ms. */
const REFUSAL_TOLD_EVERY_MS = 600_000;
/** Precision of the time of the last activity, in ms. */
const ACTIVITY_STEP_MS = 10_000;

/** Relays the chat between browsers and the station's IRC channel, and lets the bot speak in both. */
export class IrcBridge implements Irc {
  readonly #parts: IrcBridgeParts;
  readonly #connection: IrcConnection;
  readonly #intake: LineIntake;
  readonly #bot: Bot;
  readonly #inbox: CommandInbox;
  readonly #endedMasks: EndedMasks;
  readonly #topic: TopicUpdater;
  readonly #lines = createStatusLines(Date.now);
  readonly #unsubscribe: readonly (() => void)[];
  #lastActivity: Date | null = null;
  /** Time of the last message on IRC, by its clock; and the same as of when the bot last lost its channel. */
  #lastHeardMs: number | null = null;
  #missedSinceMs: number | null = null;
  /** The last alarm raised for operators; null: it is over. */
  #trouble: string | null = null;
  #refusalToldAtMs = -Infinity;
  #isClosed = false;

  private constructor(parts: IrcBridgeParts) {
    this.#parts = parts;
    this.#connection = new IrcConnection(parts, (event) => this.#take(event));
    this.#intake = new LineIntake(parts);
    this.#bot = createBot({
      ...parts,
      moderate: (order) => moderateChatter({ ...parts, irc: this }, order),
      presence: () => ({
        listeners: parts.link.listeners,
        chatters: Math.max(0, this.present.length - 1),
      }),
      people: () => this.#findPeople(),
      announce: (text) => {
        if (this.status.connected) this.#sayAsStation(text);
      },
      nowMs: Date.now,
    });
    this.#inbox = new CommandInbox({
      ...parts,
      bot: this.#bot,
      isEmbeddedServer: this.#connection.isEmbedded,
      identityOf: (from) => this.#connection.identityOf(from),
      secret: () => parts.settings.current.ircCloakKey,
      sayInChannel: (text) => this.#sayAsStation(text),
      notifyNick: (nick, text) =>
        // The caller may have left.
        void this.#connection.say({ ...toStationSay(text, nick), kind: "notice", sender: nick }),
      notifyVisitor: (visitorKey, text) =>
        parts.events.publish({ type: "chat.replied", visitorKey, text }),
    });
    this.#endedMasks = new EndedMasks({ ...parts, moderation: this.moderation });
    this.#topic = new TopicUpdater({
      ...parts,
      place: () => ({
        channel: this.#connection.channel,
        nick: this.botNick,
        isIn: this.status.connected,
      }),
      setTopic: (channel, topic) => this.#connection.setTopic(channel, topic),
    });
    this.#unsubscribe = [
      parts.events.subscribe((event) => this.#handle(event)),
      parts.chatNames.subscribe(({ kind, chatter: { name } }) => {
        if (this.#connection.isEmbedded) return; // IRC reports them itself
        this.#addStatus(
          kind === "came"
            ? { kind: "joined", nick: name }
            : { kind: "left", nick: name, reason: "" },
        );
        this.#reportChanged();
      }),
    ];
  }

  /** @throws StartUpError when the station's own server can't listen, or a certificate can't be read */
  static async start(parts: IrcBridgeParts): Promise<IrcBridge> {
    const bridge = new IrcBridge(parts);
    try {
      const last = await findLastIrcMoment(parts.database.connection);
      bridge.#lastHeardMs = last?.getTime() ?? null;
      await bridge.#connection.open();
      return bridge;
    } catch (error) {
      await bridge.close();
      throw error;
    }
  }

  /** Where people find the channel with their own client. */
  get url(): string {
    return this.#connection.url;
  }

  get status(): IrcStatus {
    return this.#connection.status(this.#lastActivity);
  }

  get users(): IrcUsers {
    return toIrcUsers(this.#crowd);
  }

  get present(): readonly PresentUser[] {
    return toPresent(this.#crowd);
  }

  get statusLines(): readonly ChatStatus[] {
    return this.#lines.all;
  }

  get fixedChannel(): string | null {
    return this.#parts.config.channel;
  }

  get botNick(): string {
    return this.#connection.nick;
  }

  restrictionOf(chatter: Chatter): Restriction | null {
    return this.#connection.restrictionOf(chatter);
  }

  isWaiting(messageId: string): boolean {
    return this.#intake.isWaiting(messageId);
  }

  get moderation(): ChannelModeration {
    return this.#connection.moderator;
  }

  restart(): boolean {
    this.#trouble = null;
    this.#connection.restart(() => this.#reportChanged());
    return true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#bot.close();
    this.#topic.close();
    await this.#endedMasks.close();
    await this.#connection.close();
    await this.#inbox.close();
    await this.#intake.close();
  }

  async #findPeople(): Promise<ReadonlySet<string>> {
    const { database, browsers, settings } = this.#parts;
    const { people: channel } = this.#connection;
    const secret = settings.current.ircCloakKey;
    return await findPresentPeople(database.connection, { browsers, channel, secret });
  }

  get #crowd(): Crowd {
    const { isEmbedded, members, chatNamesOfNicks } = this.#connection;
    const webNames = isEmbedded ? [] : this.#parts.chatNames.present().map(({ name }) => name);
    return { members, webNames, chatNamesOfNicks, botNick: this.botNick };
  }

  #take(event: IrcEvent): void {
    if (event.type === "state" || event.type === "channel")
      this.#missedSinceMs = this.#lastHeardMs ?? this.#missedSinceMs;
    if (event.type === "state") this.#recordTrouble(event.state);
    const { channel } = this.#connection;
    const incoming = decideIncoming(event, {
      channel,
      missedSinceMs: this.#missedSinceMs,
      chatNameOf: (nick) => this.#connection.chatNameOf(nick),
    });
    if (incoming.kind === "status") this.#addStatus(incoming.news);
    if (event.type !== "message") this.#reportChanged();
    else if (incoming.kind === "line") this.#handleLine(event, incoming.line);
    else if (event.isPrivate) this.#passOn(event);
    if (event.type === "mode") this.#liftBans(event);
    this.#topic.handle(event);
  }

  #recordTrouble(state: Extract<IrcEvent, { type: "state" }>["state"]): void {
    if (state.status === "registered") this.#trouble = null;
    const reason = describeTrouble(state);
    if (reason === null || reason === this.#trouble) return;
    this.#trouble = reason;
    this.#parts.log.warn({ reason }, "the bot can't stay on IRC");
    this.#parts.events.publish({ type: "irc.trouble", reason });
  }

  #handleLine(event: MessageEvent, line: Parameters<typeof newMessage>[0]): void {
    const { isPlayback, serverTimeMs = Date.now(), msgid = null } = event;
    const timestamp = isPlayback ? new Date(serverTimeMs) : new Date();
    this.#intake.add({ ...newMessage(line), timestamp, ircId: msgid });
    this.#recordActivity();
    if (isPlayback) return;
    this.#lastHeardMs = serverTimeMs;
    this.#passOn(event);
  }

  /** Only a new message from another user is a command. */
  #passOn(event: MessageEvent): void {
    if (event.kind !== "privmsg" || event.isOwn || event.isPlayback) return;
    const nick = foldName(event.from.name);
    const member = this.#connection.members.find((one) => foldName(one.nick) === nick);
    this.#inbox.takeFromIrc(event, { member });
  }

  #relay(message: ChatMessage, speaker: WebSpeaker): void {
    this.#recordActivity();
    const said = this.#deliver(message.id, this.#connection.relay(message));
    if (message.kind === "message") this.#inbox.takeFromWeb(message, { speaker, said });
  }

  #sayAsStation(text: string): void {
    const message = newMessage(stationLine({ username: this.botNick, text }));
    this.#intake.add(message);
    void this.#deliver(
      message.id,
      this.#connection.say(toStationSay(text, this.#connection.channel)),
    );
  }

  /** Resolves once the outcome is known; never rejects. */
  async #deliver(id: string, saying: ReturnType<IrcConnection["say"]>): Promise<void> {
    try {
      const onLate = () => this.#intake.recordWaiting(id);
      const { isRefused, refusal, ...outcome } = await whenLate(saying, onLate);
      this.#intake.recordDelivery({ id, ...outcome });
      if (isRefused) this.#reportRefusal(outcome.notDelivered);
      if (refusal !== null) void this.#recordRefusal(id, refusal);
    } catch (error) {
      this.#parts.log.error({ error }, "could not send a line to IRC");
    }
  }

  /** Without echo-message, only the absence of a refusal shows that the network took a message. */
  async #recordRefusal(id: string, refusal: Promise<string | null>): Promise<void> {
    const notDelivered = await refusal;
    if (notDelivered === null || this.#isClosed) return;
    this.#reportRefusal(notDelivered);
    this.#intake.recordDelivery({ id, notDelivered, ircId: null });
  }

  /** Rate-limited: one visitor must not flood the operators' notifications. */
  #reportRefusal(refusal: string | null): void {
    const { members, channel } = this.#connection;
    const modes = members.find(({ nick }) => foldName(nick) === foldName(this.botNick))?.modes;
    const reason = describeRefusal({ refusal: refusal ?? "", channel, modes: modes ?? "" });
    this.#parts.log.warn({ reason }, "the IRC network refused a message from the bot");
    if (Date.now() - this.#refusalToldAtMs < REFUSAL_TOLD_EVERY_MS) return;
    this.#refusalToldAtMs = Date.now();
    this.#parts.events.publish({ type: "irc.trouble", reason });
  }

  /** Lifting a ban of the channel lifts its effect on web chatters. */
  #liftBans({ changes, by }: Extract<IrcEvent, { type: "mode" }>): void {
    const masks = changes.flatMap(({ sign, mode, param }) =>
      sign === "-" && param !== undefined ? [toIrcMask({ mode, mask: param })] : [],
    );
    const who = { kind: "channel-operator", nick: by?.name ?? "the server" } as const;
    for (const { id, ircMask } of this.#parts.sanctions.list())
      if (ircMask !== null && masks.includes(ircMask))
        liftSanction(this.#parts, { id, who }).catch((error: unknown) =>
          this.#parts.log.error({ error }, "could not lift a ban"),
        );
  }

  #handle(event: StationEvent): void {
    if (event.type === "chat.said" && event.speaker !== null)
      this.#relay(event.message, event.speaker);
    if (event.type === "chat.sanctioned" && event.restriction.kind === "ban")
      this.#connection.moderator.expel(
        event.chatter.visitor.key,
        describeRestriction(event.restriction).error,
      );
    if (event.type === "settings.changed")
      this.#connection.followSettings(() => this.#reportChanged());
  }

  #addStatus(news: StatusNews): void {
    if (news.kind === "joined" && news.nick === this.botNick) return;
    this.#recordActivity();
    this.#parts.events.publish({ type: "chat.status", line: this.#lines.add(news) });
  }

  #recordActivity(): void {
    const now = new Date();
    const last = this.#lastActivity?.getTime() ?? 0;
    if (now.getTime() - last < ACTIVITY_STEP_MS) return;
    this.#lastActivity = now;
    this.#reportChanged();
  }

  #reportChanged(): void {
    if (!this.#isClosed) this.#parts.events.publish({ type: "irc.changed" });
  }
}

function newMessage(line: Omit<NewChatMessage, "id" | "timestamp" | "notDelivered" | "ircId">) {
  const told = { timestamp: new Date(), notDelivered: null, ircId: null };
  return { ...line, ...told, id: randomUUID() } satisfies NewChatMessage;
}
