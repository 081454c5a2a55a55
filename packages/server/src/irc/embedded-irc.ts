import type { ChatMessage } from "@neonrelay/contract";
import {
  defaultLimits,
  startIrcServer,
  type AccountReview,
  type Certificate,
  type ChannelView,
  type Identity,
  type IrcServer,
  type IrcServerEvent,
  type IrcServerOptions,
  type ListenAddress,
  type LoginOutcome,
  type ServerBan,
} from "@neonrelay/irc/server";
import type { Logger } from "@neonrelay/process/log";
import { isLoopbackAddress } from "@neonrelay/process/client-address";
import type { Duplex } from "node:stream";
import type { SecretCheckParts } from "../accounts/secret-check.ts";
import type { Chatter } from "../identity/visitor.ts";
import { foldName, toNick } from "../chat/chat-rules.ts";
import { isNameKept } from "../chat/name-safety-rules.ts";
import type { SanctionParts } from "../chat/sanction-actions.ts";
import type { Restriction } from "../events/station-events.ts";
import { listAccounts, type Account } from "../accounts/account-store.ts";
import type { ChatDelivery } from "../chat/chat-store.ts";
import type { Database } from "../database/database.ts";
import {
  findChannelSettings,
  listChannelMasks,
  listServerBans,
  saveChannel,
  saveServerBans,
} from "./irc-store.ts";
import type { Settings } from "../settings/settings.ts";
import { readHistory } from "./chat-history.ts";
import { nicksToCompare, ranksOf, restrictionOnIrc, signInOnIrc } from "./embedded-access.ts";
import { restrictionByMasks, restrictionByModeration } from "./mask-rules.ts";
import { startFailureOf } from "./start-failure.ts";
import { LatestStateWriter } from "./latest-state-writer.ts";
import { recordDeed } from "./operator-deeds.ts";
import { WebChatters } from "./web-chatters.ts";
import { webIdentity } from "./web-identity.ts";

/** Maximum clients per IPv4 address or IPv6 /64, and per address of this machine. */
interface ClientCounts {
  readonly perNetwork: number;
  readonly fromLoopback: number;
}

export interface EmbeddedIrcParts extends SanctionParts, SecretCheckParts {
  readonly database: Database;
  readonly settings: Settings;
  readonly log: Logger;
}

/** The bot's account, by name and by id; no account of the station can have either. */
const BOT_ACCOUNT = "station/bot";
const serverName = "irc.neonrelay";

/** The station's own IRC server, on which every web chatter is a user. */
export class EmbeddedIrc {
  readonly #parts: EmbeddedIrcParts;
  readonly #channel: string;
  readonly #keptChannel: LatestStateWriter<ChannelView>;
  readonly #keptBans: LatestStateWriter<readonly ServerBan[]>;
  readonly #chatters: WebChatters;
  readonly #unsubscribe: readonly (() => void)[];
  #reviewing: Promise<void> = Promise.resolve();
  /** As last loaded. */
  #accounts: readonly Account[] = [];
  /** Counts changes of accounts: a password checked during a change may be wrong by now. */
  #changes = 0;
  #isReviewDue = false;
  #server: IrcServer | null = null;

  private constructor(parts: EmbeddedIrcParts, channel: string) {
    this.#parts = parts;
    this.#channel = channel;
    this.#chatters = new WebChatters(parts, channel, () => this.#server);
    const { database, log } = parts;
    this.#keptChannel = new LatestStateWriter({
      store: async (state: ChannelView) => await saveChannel(database, { ...state, channel }),
      what: "topic, modes and bans of the channel on IRC",
      log,
    });
    this.#keptBans = new LatestStateWriter({
      store: async (bans: readonly ServerBan[]) => await saveServerBans(database, bans),
      what: "bans of the IRC server",
      log,
    });
    this.#unsubscribe = [
      parts.chatNames.subscribe((change) => this.#chatters.follow(change)),
      parts.events.subscribe((event) => {
        if (event.type === "password.changed") {
          this.#changes += 1;
          this.#server?.endLogins(event.accountId);
        }
        if (event.type === "account.changed" || event.type === "djs.changed") this.#reviewSoon();
      }),
    ];
  }

  /** @throws StartUpError when it can't listen */
  static async start(
    parts: EmbeddedIrcParts,
    {
      channel,
      ...place
    }: {
      readonly channel: string;
      readonly botNick: string;
      readonly listen: readonly ListenAddress[];
      readonly waitsForPorts: boolean;
      readonly rehash: IrcServerOptions["rehash"];
      readonly clients: ClientCounts;
    },
  ): Promise<EmbeddedIrc> {
    const embedded = new EmbeddedIrc(parts, channel);
    try {
      await embedded.#start(place);
    } catch (error) {
      await embedded.close();
      throw error;
    }
    for (const chatter of parts.chatNames.present()) embedded.#chatters.enter(chatter);
    return embedded;
  }

  /** Its ports, in the order of the requested addresses. */
  get ports(): readonly number[] {
    return this.#server?.ports ?? [];
  }

  /** Connects the bot, without the network or a password. */
  connectBot(): Duplex {
    if (this.#server === null) throw new Error("the IRC server is closed");
    return this.#server.connect({
      host: serverName,
      accountId: BOT_ACCOUNT,
      account: BOT_ACCOUNT,
      keepsChannels: true,
    });
  }

  /** Says on IRC what someone said in a browser. */
  say({
    username,
    message: text,
    kind,
  }: Pick<ChatMessage, "username" | "message" | "kind">): Omit<ChatDelivery, "id"> {
    const user = this.#chatters.find(username);
    if (user === undefined) return { notDelivered: "the name is taken on IRC", ircId: null };
    const speech = { target: this.#channel, text };
    const speak = () => (kind === "action" ? user.action(speech) : user.say(speech));
    let outcome = speak();
    // Lets in users that a channel mode has kept out until now.
    if (outcome.kind === "refused" && user.join(this.#channel).kind === "done") outcome = speak();
    return outcome.kind === "said"
      ? { notDelivered: null, ircId: outcome.messageIds[0] ?? null }
      : { notDelivered: outcome.reason, ircId: null };
  }

  get chatNamesOfNicks(): ReadonlyMap<string, string> {
    return this.#chatters.namesOfNicks;
  }

  chatNameOf(nick: string): string | undefined {
    return this.#chatters.nameOf(nick);
  }

  /** Identity of someone on the server, which only the station sees. */
  identityOf(nick: string): Identity | undefined {
    return this.#server?.identityOf(nick);
  }

  /** What the channel's lists, or +m, forbid a web chatter; null: nothing. */
  restrictionOf({ name, visitor }: Chatter): Restriction | null {
    const channel = this.#server?.channel(this.#channel);
    if (channel === undefined) return null;
    const identity = webIdentity(visitor, this.#parts.settings.current.ircCloakKey);
    const nick = this.#chatters.find(name)?.nick ?? toNick(name);
    const byMasks = restrictionByMasks(channel.masks, { ...identity, nick });
    return byMasks ?? restrictionByModeration(channel, nick);
  }

  /** @throws Error when key and certificate don't match; the old ones stay in use */
  renewCertificate(certificate: Certificate): void {
    this.#server?.renewCertificate(certificate);
  }

  async close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#chatters.leave();
    await this.#server?.close();
    await this.#reviewing;
    await this.#keptChannel.close();
    await this.#keptBans.close();
  }

  async #start({
    botNick,
    listen,
    waitsForPorts,
    rehash,
    clients: { perNetwork, fromLoopback },
  }: {
    readonly botNick: string;
    readonly listen: readonly ListenAddress[];
    readonly waitsForPorts: boolean;
    readonly rehash: IrcServerOptions["rehash"];
    readonly clients: ClientCounts;
  }): Promise<void> {
    const { database, settings, log } = this.#parts;
    const { stationName, tagline, email, ircCloakKey } = settings.current;
    const { connection } = database;
    this.#accounts = await listAccounts(connection);
    const masks = await listChannelMasks(connection, this.#channel);
    const kept = await findChannelSettings(connection, this.#channel);
    const bans = await listServerBans(connection);
    // Failures from here on are not the database's.
    this.#server = await startIrcServer({
      name: serverName,
      network: stationName.replaceAll(/[^\w.-]+/g, "-"),
      listen,
      waitsForPorts,
      password: undefined,
      cloakSecret: ircCloakKey,
      motd: [`${stationName} - ${tagline}`, `Say .help in ${this.#channel}`],
      adminEmail: email,
      channels: [
        {
          name: this.#channel,
          topic: `${stationName} - ${tagline}`,
          masks,
          settings: kept,
        },
      ],
      bans,
      rehash,
      limits: {
        ...defaultLimits,
        clientsPerAddress: perNetwork,
        clientsFromLoopback: fromLoopback,
      },
      // Inside a container, strangers may seem to come from the container's own address.
      mayLogInPlain: isLoopbackAddress,
      authenticate: (login) => this.#logIn(login),
      history: (query) => readHistory(connection, query),
      refuseNick: (nick, asker) =>
        asker.accountId !== BOT_ACCOUNT && this.#isKept({ nick, asker, botNick })
          ? "This nick belongs to, or looks like, the station's bot, a service, an account or someone in the channel; log in to your account (SASL) to use its name"
          : undefined,
      restrict: (person) => restrictionOnIrc(this.#parts.sanctions, person),
      observe: (event) => this.#observe(event),
      reportError: (error, doing) =>
        log.error({ error, doing }, "error in the IRC server, which keeps running"),
      nowMs: Date.now,
    }).catch(async (cause: unknown) => {
      throw await startFailureOf(cause, listen);
    });
  }

  #observe(event: IrcServerEvent): void {
    if (event.type === "operated") this.#recordDeed(event);
    if (event.type !== "modes" && event.type !== "topic") return;
    const changed = this.#server?.channel(event.channel);
    if (changed !== undefined && foldName(changed.name) === foldName(this.#channel))
      this.#keptChannel.keep(changed);
  }

  #recordDeed(event: Extract<IrcServerEvent, { type: "operated" }>): void {
    const { nick, accountId } = event.who;
    const { kind } = event.deed;
    if (kind === "ban" || kind === "unban") this.#keptBans.keep(this.#server?.bans ?? []);
    const account = this.#accounts.find(({ id }) => id === accountId)?.username ?? nick;
    recordDeed(this.#parts, { ...event, account, address: this.identityOf(nick)?.address ?? "" });
  }

  async #logIn(
    login: Parameters<NonNullable<IrcServerOptions["authenticate"]>>[0],
  ): Promise<LoginOutcome> {
    const changes = this.#changes;
    const outcome = await signInOnIrc(this.#parts, login);
    // A password that was right before the account changed must be checked again.
    return changes === this.#changes ? outcome : { kind: "refused" };
  }

  #isKept({
    nick,
    asker: { accountId, currentNick },
    botNick,
  }: {
    readonly nick: string;
    readonly asker: Parameters<IrcServerOptions["refuseNick"]>[1];
    readonly botNick: string;
  }): boolean {
    const nicks = this.#server?.channel(this.#channel)?.members.map((member) => member.nick) ?? [];
    return isNameKept({
      name: nick,
      accountId: accountId ?? null,
      accounts: this.#accounts,
      botNames: [botNick, this.#parts.settings.current.botName],
      stationName: this.#parts.settings.current.stationName,
      present: nicksToCompare(nick, { nicks, currentNick }),
    });
  }

  /** Keeps logins in line with their accounts: only chat moderators have rank on IRC. */
  #reviewSoon(): void {
    this.#changes += 1;
    this.#isReviewDue = true;
    this.#reviewing = this.#reviewing
      .then(async () => {
        // One review covers everything before it.
        if (!this.#isReviewDue) return;
        this.#isReviewDue = false;
        this.#accounts = await listAccounts(this.#parts.database.connection);
        this.#server?.reviewAccounts((accountId) => this.#review(accountId));
      })
      .catch((error: unknown) => this.#parts.log.error({ error }, "could not review IRC logins"));
  }

  #review(accountId: string): AccountReview {
    if (accountId === BOT_ACCOUNT)
      return { kind: "valid", account: BOT_ACCOUNT, mayOperate: false, keepsChannels: true };
    const account = this.#accounts.find(({ id }) => id === accountId);
    if (account?.isActive !== true) return { kind: "ended" };
    return { kind: "valid", account: account.username, ...ranksOf(account) };
  }
}
