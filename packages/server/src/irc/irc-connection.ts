import type { ChatMessage } from "@neonrelay/contract";
import {
  IrcClient,
  systemClock,
  type Delivery,
  type IrcEvent,
  type Member,
  type SayRequest,
  type StsPolicy,
} from "@neonrelay/irc/client";
import type { Certificate, Identity } from "@neonrelay/irc/server";
import { createSecureContext } from "node:tls";
import type { Chatter } from "../identity/visitor.ts";
import { foldName } from "../chat/chat-rules.ts";
import type { Restriction } from "../events/station-events.ts";
import type { IrcConfig } from "../config/config.ts";
import type { ChatDelivery } from "../chat/chat-store.ts";
import { ChannelModerator } from "./channel-moderator.ts";
import { CertificateReloader } from "@neonrelay/process/certificate-reloader";
import { EmbeddedIrc, type EmbeddedIrcParts } from "./embedded-irc.ts";
import {
  certificateReader,
  ircPlace,
  listenAddresses,
  networkOptions,
  type ServerOptions,
} from "./irc-settings.ts";
import { describeStatus } from "./irc-status.ts";
import { toRelay } from "./relay-rules.ts";
import type { ChannelPeople } from "./present-people.ts";

export interface IrcConnectionParts extends EmbeddedIrcParts {
  /** IRC must not be turned off. */
  readonly config: IrcConfig;
  /** null: no other server can still hold the port of the station's own IRC server. */
  readonly lease: object | null;
}

type MessageEvent = Extract<IrcEvent, { type: "message" }>;
type Outcome = Omit<ChatDelivery, "id"> & {
  /** `notDelivered` says why the network did not take it. */
  readonly isRefused: boolean;
  /** Late refusal by the network; null: there is or will be none. */
  readonly refusal: Promise<string | null> | null;
};

/** The bot on IRC, and its server if that is the station's own. */
export class IrcConnection {
  readonly #parts: IrcConnectionParts;
  readonly #onEvent: (event: IrcEvent) => void;
  readonly moderator: ChannelModerator;
  #place: ReturnType<typeof ircPlace>;
  #client: IrcClient | null = null;
  #embedded: EmbeddedIrc | null = null;
  /** Of our own server, or shown to another network. */
  #certificate: CertificateReloader | null = null;
  /** A restart keeps the ports of the first start. */
  #ports: readonly number[] = [];
  #failure: string | null = null;
  /** From a network that asked for TLS; the next client obeys it. Lost when the server restarts. */
  #stsPolicy: StsPolicy | undefined;
  #changing: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** @param onEvent receives IRC events in order */
  constructor(parts: IrcConnectionParts, onEvent: (event: IrcEvent) => void) {
    this.#parts = parts;
    this.#onEvent = onEvent;
    this.#place = ircPlace(parts.config, parts.settings);
    this.moderator = new ChannelModerator({
      client: () => this.#client,
      channel: () => this.channel,
      identityOf: (nick) => this.#embedded?.identityOf(nick) ?? null,
    });
  }

  /** Whether web chatters are users of the server themselves. */
  get isEmbedded(): boolean {
    return this.#parts.config.connection.kind === "embedded";
  }

  get channel(): string {
    return this.#place.channel;
  }

  /** Where people find the channel with their own client. */
  get url(): string {
    const { connection } = this.#parts.config;
    const isSecure =
      connection.kind === "network"
        ? connection.tls
        : connection.kind === "embedded" && connection.port === null;
    const scheme = isSecure ? "ircs" : "irc";
    return `${scheme}://${this.#server}/${this.channel}`;
  }

  /** Chat names of web chatters whose nick differs, by nick as `foldName` has it. */
  get chatNamesOfNicks(): ReadonlyMap<string, string> {
    return this.#embedded?.chatNamesOfNicks ?? new Map();
  }

  /** The chat name for a nick in the channel; for a nick that has left, only once. */
  chatNameOf(nick: string): string {
    return this.#embedded?.chatNameOf(nick) ?? nick;
  }

  get nick(): string {
    return this.#client?.nick ?? this.#place.nick;
  }

  /** The members of the channel; empty while the bot is not in it. */
  get members(): readonly Member[] {
    return this.#client?.members(this.channel) ?? [];
  }

  /** The members of the channel except the bot; empty while the bot is not in it. */
  get people(): ChannelPeople {
    const bot = foldName(this.nick);
    const members = this.members.filter(({ nick }) => foldName(nick) !== bot);
    if (!this.isEmbedded) return { kind: "network", members };
    const identities = members.flatMap(({ nick }) => this.#embedded?.identityOf(nick) ?? []);
    return { kind: "own-server", identities };
  }

  /** A user of the station's own server whose nick has not changed. */
  identityOf({ name, user, host }: MessageEvent["from"]): Identity | null {
    const found = this.#embedded?.identityOf(name);
    return found?.username === user && found?.host === host ? (found ?? null) : null;
  }

  status(lastActivity: Date | null) {
    return describeStatus({
      state: this.#client?.state ?? { status: "connecting" },
      channelState: this.#client?.channelState(this.channel),
      failure: this.#failure,
      server: this.#server,
      channel: this.channel,
      userCount: this.members.length,
      lastActivity,
    });
  }

  /** @throws StartUpError when the station's own server can't listen, or a certificate can't be read */
  async open(): Promise<void> {
    const { config, settings } = this.#parts;
    const { connection } = config;
    this.#place = ircPlace(config, settings);
    const { channel, nick } = this.#place;
    await this.#readCertificate();
    if (connection.kind === "embedded" && this.#embedded === null) {
      const certificate = this.#certificate?.inUse ?? null;
      const rehash = async () => (await this.#certificate?.reload()) ?? null;
      const listen = listenAddresses(connection, { known: this.#ports, certificate });
      this.#embedded = await EmbeddedIrc.start(this.#parts, {
        channel,
        botNick: nick,
        listen,
        waitsForPorts: this.#parts.lease !== null,
        rehash,
        clients: connection.clients,
      });
      this.#ports = this.#embedded.ports;
      // It may have been renewed in the meantime.
      if (this.#certificate !== null) this.#embedded.renewCertificate(this.#certificate.inUse);
    }
    this.#connect();
  }

  /** Reconnects the bot. @param onDone called when reconnecting has started or failed */
  restart(onDone: () => void): void {
    this.#change(() => this.#leave(), onDone);
  }

  /** Restarts, with the station's own server, when the settings name another channel or nick. */
  followSettings(onDone: () => void): void {
    const { channel, nick } = ircPlace(this.#parts.config, this.#parts.settings);
    if (channel !== this.#place.channel || nick !== this.#place.nick)
      this.#change(() => this.#shut(), onDone);
  }

  /** Says what someone said in a browser: as that user on the station's own server, else through the bot. */
  async relay(message: ChatMessage): Promise<Outcome> {
    if (this.#embedded !== null)
      return { ...this.#embedded.say(message), isRefused: false, refusal: null };
    const presentNicks = this.members.map(({ nick }) => nick);
    return await this.say(toRelay(message, { channel: this.channel, presentNicks }));
  }

  /** What the channel's lists on the station's own server forbid a web chatter; null: nothing. */
  restrictionOf(chatter: Chatter): Restriction | null {
    return this.#embedded?.restrictionOf(chatter) ?? null;
  }

  /** Makes the bot say something. */
  async say(request: SayRequest): Promise<Outcome> {
    const delivery: Delivery = (await this.#client?.say(request)) ?? {
      kind: "not-delivered",
      reason: "IRC is not connected",
    };
    return {
      notDelivered: "reason" in delivery ? delivery.reason : null,
      isRefused: delivery.kind === "refused",
      ircId: delivery.kind === "confirmed" ? (delivery.msgid ?? null) : null,
      refusal: delivery.kind === "sent" ? delivery.refusal : null,
    };
  }

  /** @returns whether it will be sent, if the connection lasts */
  setTopic(channel: string, topic: string): boolean {
    return this.#client?.command("TOPIC", channel, topic) === true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.moderator.close();
    await this.#changing;
    await this.#certificate?.close();
    await this.#shut();
  }

  get #server(): string {
    const { connection } = this.#parts.config;
    if (connection.kind === "off") return "";
    const host = connection.host.includes(":") ? `[${connection.host}]` : connection.host;
    const port =
      connection.kind === "embedded" ? (connection.port ?? connection.tls?.port) : connection.port;
    return `${host}:${this.#ports[0] ?? port ?? 0}`;
  }

  #connect(): void {
    const { config, settings } = this.#parts;
    const where = this.#findServer();
    if (where === null) return;
    const { channel, nick } = this.#place;

    const client = new IrcClient(
      {
        ...where,
        ...(this.#stsPolicy !== undefined && { stsPolicy: this.#stsPolicy }),
        nick,
        otherNicks: [],
        user: "neonrelay",
        realName: `${settings.current.stationName} bot`,
        channels: [
          { name: channel, ...(config.channelKey !== null && { key: config.channelKey }) },
        ],
        clock: systemClock,
        random: Math.random,
      },
      (event) => {
        if (client !== this.#client) return;
        this.moderator.handle(event);
        if (event.type === "sts-policy") this.#stsPolicy = event.policy;
        this.#onEvent(event);
      },
    );
    this.#client = client;
    this.#failure = null;
    client.start();
  }

  /** @throws StartUpError when unreadable at the start; later the last one stays in use */
  async #readCertificate(): Promise<void> {
    const { config, log } = this.#parts;
    const read = certificateReader(config.connection);
    if (read === null) return;
    if (this.#certificate !== null) {
      await this.#certificate.reload();
      return;
    }
    const use = (renewed: Certificate): void => {
      createSecureContext(renewed);
      this.#embedded?.renewCertificate(renewed);
    };
    const owner = this.isEmbedded ? "the IRC server" : "the bot on IRC";
    this.#certificate = new CertificateReloader(await read(), { read, use, owner, log });
  }

  #findServer(): ServerOptions | null {
    const { connection } = this.#parts.config;
    const certificate = this.#certificate;
    if (connection.kind === "network")
      return networkOptions(connection, certificate && (() => certificate.inUse));
    return this.#embedded === null ? null : withinProcess(this.#embedded);
  }

  #change(end: () => void | Promise<void>, onDone: () => void): void {
    this.#changing = this.#changing
      .then(end)
      .then(async () => {
        if (!this.#isClosed) await this.open();
      })
      .catch((error: unknown) => {
        this.#failure = error instanceof Error ? error.message : String(error);
        this.#parts.log.error({ error }, "could not restart IRC");
      })
      .finally(onDone);
  }

  #leave(): void {
    this.#client?.close("The station's bot leaves");
    this.#client = null;
  }

  async #shut(): Promise<void> {
    this.#leave();
    await this.#embedded?.close();
    this.#embedded = null;
  }
}

/** How the bot reaches the station's own server, whatever it listens on and however full it is. */
function withinProcess(embedded: EmbeddedIrc): ServerOptions {
  return {
    host: "localhost",
    port: 0,
    tls: { kind: "off" },
    openStream: () => embedded.connectBot(),
    sasl: { kind: "none" },
    flood: "trusted",
  };
}
