import type { ChatMessage } from "@neonrelay/contract";
import {
  defaultLimits,
  startIrcServer,
  type AccountReview,
  type Certificate,
  type Identity,
  type IrcServer,
  type IrcServerOptions,
  type ListenAddress,
  type LoginOutcome,
  type VirtualUser,
} from "@neonrelay/irc/server";
import type { Logger } from "@neonrelay/process/log";
import { StartUpError } from "@neonrelay/process/part";
import type { Duplex } from "node:stream";
import type { SecretCheckParts } from "../accounts/secret-check.ts";
import type { Chatter, ChatterChange } from "../chat/chat-names.ts";
import { foldName, toNick } from "../chat/chat-rules.ts";
import { isNameKept } from "../chat/name-safety-rules.ts";
import { kickChatter, sanctionChatter, type SanctionParts } from "../chat/sanction-actions.ts";
import type { Restriction } from "../chat/sanction-rules.ts";
import { listAccounts, type Account } from "../database/account-store.ts";
import type { ChatDelivery } from "../database/chat-store.ts";
import type { Database } from "../database/database.ts";
import { findChannelSettings, listChannelMasks } from "../database/irc-store.ts";
import type { Settings } from "../settings/settings.ts";
import { ChannelKeeper } from "./channel-keeper.ts";
import { readHistory } from "./chat-history.ts";
import { isFromThisMachine, keepsChannels, mayOperate, signInOnIrc } from "./irc-sign-in.ts";
import {
  maskReason,
  MUTE_PREFIX,
  restrictionByMasks,
  restrictionByModeration,
} from "./mask-rules.ts";
import { webIdentity } from "./web-identity.ts";

/** Most clients of one IPv4 address or IPv6 /64, and of each address of this machine. */
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
/** Tries to find a nick for a chatter whose name somebody has who is elsewhere on the server. */
const NICK_TRIES = 3;
const serverName = "irc.neonrelay";

/** The station's own IRC server, with everybody who chats from the web as a user of it. */
export class EmbeddedIrc {
  readonly #parts: EmbeddedIrcParts;
  readonly #channel: string;
  readonly #keeper: ChannelKeeper;
  readonly #users = new Map<string, VirtualUser>();
  readonly #unsubscribe: readonly (() => void)[];
  #reviewing: Promise<void> = Promise.resolve();
  /** As last read. */
  #accounts: readonly Account[] = [];
  /** Counts changes of accounts: a password that was being checked meanwhile may not be right any more. */
  #changes = 0;
  #isReviewDue = false;
  #server: IrcServer | null = null;

  private constructor(parts: EmbeddedIrcParts, channel: string) {
    this.#parts = parts;
    this.#channel = channel;
    this.#keeper = new ChannelKeeper(parts, channel);
    this.#unsubscribe = [
      parts.chatNames.subscribe((change) => this.#note(change)),
      parts.events.subscribe((event) => {
        if (event.type === "password.changed") {
          this.#changes += 1;
          this.#server?.endLogins(event.accountId);
        }
        // A removed account is told as `djs.changed` alone.
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
      readonly clients: ClientCounts;
    },
  ): Promise<EmbeddedIrc> {
    const embedded = new EmbeddedIrc(parts, channel);
    try {
      await embedded.#start(place);
    } catch (cause) {
      await embedded.close();
      const places = place.listen.map(({ host, port }) => `${host}:${port}`).join(" and ");
      throw new StartUpError(
        `The IRC server can't listen on ${places}: set IRC_LISTEN_HOST and IRC_LISTEN_PORT to a free address of this machine, or IRC_LISTEN_PORT to off`,
        { cause },
      );
    }
    for (const chatter of parts.chatNames.present()) embedded.#enter(chatter);
    return embedded;
  }

  /** Where it listens, in the order of what was asked for. */
  get ports(): readonly number[] {
    return this.#server?.ports ?? [];
  }

  /** Brings the bot in, without the network and without a password. */
  connectBot(): Duplex {
    if (this.#server === null) throw new Error("the IRC server is closed");
    return this.#server.connect({
      host: serverName,
      accountId: BOT_ACCOUNT,
      account: BOT_ACCOUNT,
      keepsChannels: true,
    });
  }

  /** Says what somebody said in a browser. */
  say({
    username,
    message: text,
    kind,
  }: Pick<ChatMessage, "username" | "message" | "kind">): Omit<ChatDelivery, "id"> {
    const user = this.#users.get(foldName(username));
    if (user === undefined) return { notDelivered: "the name is taken on IRC", ircId: null };
    const speech = { target: this.#channel, text };
    const speak = () => (kind === "action" ? user.action(speech) : user.say(speech));
    let outcome = speak();
    // Somebody whom a mode of the channel kept out comes in once it is off.
    if (outcome.kind === "refused" && user.join(this.#channel).kind === "done") outcome = speak();
    return outcome.kind === "said"
      ? { notDelivered: null, ircId: outcome.messageIds[0] ?? null }
      : { notDelivered: outcome.reason, ircId: null };
  }

  /** Somebody on the server as only the station sees them. */
  identityOf(nick: string): Identity | undefined {
    return this.#server?.identityOf(nick);
  }

  /** What the lists of the channel, or +m, keep somebody from who chats from the web; null: nothing. */
  restrictionOf({ name, visitor }: Chatter): Restriction | null {
    const channel = this.#server?.channel(this.#channel);
    if (channel === undefined) return null;
    const identity = webIdentity(visitor, this.#parts.settings.current.ircCloakKey);
    const nick = this.#users.get(foldName(name))?.nick ?? toNick(name);
    const byMasks = restrictionByMasks(channel.masks, { ...identity, nick });
    return byMasks ?? restrictionByModeration(channel, nick);
  }

  /** @throws Error when the key and the certificate don't fit; then the old ones stay */
  renewCertificate(certificate: Certificate): void {
    this.#server?.renewCertificate(certificate);
  }

  async close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#users.clear();
    await this.#server?.close();
    await this.#reviewing;
    await this.#keeper.close();
  }

  async #start({
    botNick,
    listen,
    clients: { perNetwork, fromLoopback },
  }: {
    readonly botNick: string;
    readonly listen: readonly ListenAddress[];
    readonly clients: ClientCounts;
  }): Promise<void> {
    const { database, settings, log } = this.#parts;
    const { stationName, tagline, email, ircCloakKey } = settings.current;
    this.#accounts = await listAccounts(database.connection);
    this.#server = await startIrcServer({
      name: serverName,
      network: stationName.replaceAll(/[^\w.-]+/g, "-"),
      listen,
      password: undefined,
      cloakSecret: ircCloakKey,
      motd: [`${stationName} - ${tagline}`, `Say .help in ${this.#channel}`],
      adminEmail: email,
      channels: [
        {
          name: this.#channel,
          topic: `${stationName} - ${tagline}`,
          masks: await listChannelMasks(database.connection, this.#channel),
          settings: await findChannelSettings(database.connection, this.#channel),
        },
      ],
      limits: {
        ...defaultLimits,
        clientsPerAddress: perNetwork,
        clientsFromLoopback: fromLoopback,
      },
      mayLogInPlain: isFromThisMachine,
      authenticate: (login) => this.#logIn(login),
      history: (query) => readHistory(database.connection, query),
      refuseNick: (nick, accountId) =>
        accountId !== BOT_ACCOUNT && this.#isKept({ nick, accountId: accountId ?? null, botNick })
          ? "This nick belongs to the station's bot, a service or an account, or looks like one of them; log in to your account (SASL) to use its name"
          : undefined,
      observe: (event) => {
        if (event.type !== "modes" && event.type !== "topic") return;
        const changed = this.#server?.channel(event.channel);
        if (changed !== undefined && foldName(changed.name) === foldName(this.#channel))
          this.#keeper.keep(changed);
      },
      reportError: (error, doing) => log.error({ error, doing }, "the IRC server failed"),
      nowMs: Date.now,
    });
  }

  async #logIn(
    login: Parameters<NonNullable<IrcServerOptions["authenticate"]>>[0],
  ): Promise<LoginOutcome> {
    const changes = this.#changes;
    const outcome = await signInOnIrc(this.#parts, login);
    // A password that was right before the account changed must be tried once more.
    return changes === this.#changes ? outcome : { kind: "refused" };
  }

  #isKept({
    nick,
    accountId,
    botNick,
  }: {
    readonly nick: string;
    readonly accountId: string | null;
    readonly botNick: string;
  }): boolean {
    return isNameKept({
      name: nick,
      accountId,
      accounts: this.#accounts,
      botNames: [botNick, this.#parts.settings.current.botName],
      present: [],
    });
  }

  /** Logins follow their accounts: moderators of the chat, and only they, have the rank of it on IRC. */
  #reviewSoon(): void {
    this.#changes += 1;
    this.#isReviewDue = true;
    this.#reviewing = this.#reviewing
      .then(async () => {
        // One sees all that happened before it.
        if (!this.#isReviewDue) return;
        this.#isReviewDue = false;
        this.#accounts = await listAccounts(this.#parts.database.connection);
        this.#server?.reviewAccounts((accountId) => this.#review(accountId));
      })
      .catch((error: unknown) =>
        this.#parts.log.error({ error }, "logins on IRC could not be reviewed"),
      );
  }

  #review(accountId: string): AccountReview {
    if (accountId === BOT_ACCOUNT)
      return { kind: "valid", account: BOT_ACCOUNT, mayOperate: false, keepsChannels: true };
    const account = this.#accounts.find(({ id }) => id === accountId);
    if (account?.isActive !== true) return { kind: "ended" };
    return {
      kind: "valid",
      account: account.username,
      mayOperate: mayOperate(account),
      keepsChannels: keepsChannels(account),
    };
  }

  #note({ kind, chatter }: ChatterChange): void {
    if (kind === "came") return this.#enter(chatter);
    const user = this.#users.get(foldName(chatter.name));
    this.#users.delete(foldName(chatter.name));
    user?.quit("Left the chat");
  }

  #enter(chatter: Chatter): void {
    const key = foldName(chatter.name);
    if (this.#server === null || this.#users.has(key)) return;
    for (let tries = 0; tries < NICK_TRIES; tries += 1) {
      const added = this.#server.addUser({
        ...webIdentity(chatter.visitor, this.#parts.settings.current.ircCloakKey),
        nick: toNick(chatter.name) + "_".repeat(tries),
        realName: "on the web",
        account: undefined,
        isOperator: false,
        isBot: false,
        onEvent: (event) => {
          if (event.type === "kicked") this.#kicked(chatter, event);
          if (event.type === "banned") this.#banned(chatter, event);
          if (event.type === "removed") this.#parts.chatNames.expel(chatter.name);
        },
      });
      if (added.kind === "refused") continue;
      this.#users.set(key, added.user);
      added.user.join(this.#channel);
      return;
    }
  }

  #kicked({ name }: Chatter, event: { readonly by: string; readonly reason: string }): void {
    const who = { kind: "channel-operator", nick: event.by } as const;
    kickChatter(this.#parts, { username: name, reason: event.reason, who });
  }

  #banned({ name }: Chatter, event: { readonly by: string; readonly mask: string }): void {
    const who = { kind: "channel-operator", nick: event.by } as const;
    const isMute = event.mask.startsWith(MUTE_PREFIX);
    sanctionChatter(this.#parts, {
      username: name,
      kind: isMute ? "mute" : "ban",
      minutes: null,
      reason: maskReason(event.mask),
      ircMask: event.mask,
      who,
    }).catch((error: unknown) =>
      this.#parts.log.error({ error }, "a ban on IRC could not be stored"),
    );
  }
}
