import type { ChatMessage } from "@neonrelay/contract";
import {
  defaultLimits,
  startIrcServer,
  type IrcServer,
  type ListenAddress,
  type VirtualUser,
} from "@neonrelay/irc/server";
import type { Logger } from "@neonrelay/process/log";
import { StartUpError } from "@neonrelay/process/part";
import { randomBytes } from "node:crypto";
import type { SecretCheckParts } from "../accounts/secret-check.ts";
import type { Chatter, ChatterChange } from "../chat/chat-names.ts";
import { foldName } from "../chat/chat-rules.ts";
import { imitates } from "../chat/name-safety-rules.ts";
import { kickChatter, sanctionChatter, type SanctionParts } from "../chat/sanction-actions.ts";
import type { Restriction } from "../chat/sanction-rules.ts";
import { listAccounts } from "../database/account-store.ts";
import type { ChatDelivery } from "../database/chat-store.ts";
import type { Database } from "../database/database.ts";
import { listChannelMasks } from "../database/irc-store.ts";
import type { Settings } from "../settings/settings.ts";
import { readHistory } from "./chat-history.ts";
import { keepsChannels, signInOnIrc } from "./irc-sign-in.ts";
import { MaskKeeper } from "./mask-keeper.ts";
import { maskReason, MUTE_PREFIX, restrictionByMasks } from "./mask-rules.ts";
import { toNick, webIdentity } from "./web-identity.ts";

export interface EmbeddedIrcParts extends SanctionParts, SecretCheckParts {
  readonly database: Database;
  readonly settings: Settings;
  readonly log: Logger;
}

/** What the bot signs in with; no account of the station can have this name. */
const BOT_ACCOUNT = "station/bot";
/** Tries to find a nick for a chatter whose name somebody has who is elsewhere on the server. */
const NICK_TRIES = 3;
const serverName = "irc.neonrelay";

/** The station's own IRC server, with everybody who chats from the web as a user of it. */
export class EmbeddedIrc {
  readonly #parts: EmbeddedIrcParts;
  readonly #channel: string;
  readonly #masks: MaskKeeper;
  readonly #users = new Map<string, VirtualUser>();
  readonly #unsubscribe: readonly (() => void)[];
  #reviewing: Promise<void> = Promise.resolve();
  #server: IrcServer | null = null;
  readonly botAccess = { account: BOT_ACCOUNT, password: randomBytes(24).toString("hex") };

  private constructor(parts: EmbeddedIrcParts, channel: string) {
    this.#parts = parts;
    this.#channel = channel;
    this.#masks = new MaskKeeper(parts, channel);
    this.#unsubscribe = [
      parts.chatNames.subscribe((change) => this.#note(change)),
      parts.events.subscribe(({ type }) => {
        // A removed account is told as `djs.changed` alone.
        if (type === "account.changed" || type === "djs.changed") this.#reviewSoon();
      }),
    ];
  }

  /** @throws StartUpError when it can't listen */
  static async start(
    parts: EmbeddedIrcParts,
    {
      channel,
      botNick,
      listen,
    }: {
      readonly channel: string;
      readonly botNick: string;
      readonly listen: readonly ListenAddress[];
    },
  ): Promise<EmbeddedIrc> {
    const embedded = new EmbeddedIrc(parts, channel);
    try {
      await embedded.#start({ botNick, listen });
    } catch (cause) {
      await embedded.close();
      const places = listen.map(({ host, port }) => `${host}:${port}`).join(" and ");
      throw new StartUpError(
        `The IRC server can't listen on ${places}: set IRC_LISTEN_HOST and IRC_LISTEN_PORT to a free address, or IRC_LISTEN_PORT to off`,
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

  /** What the lists of the channel keep somebody from who chats from the web; null: nothing. */
  restrictionOf({ name, visitor }: Chatter): Restriction | null {
    const masks = this.#server?.channel(this.#channel)?.masks ?? [];
    const identity = webIdentity(visitor, this.#parts.settings.current.ircCloakKey);
    return restrictionByMasks(masks, { ...identity, nick: toNick(name) });
  }

  async close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#users.clear();
    await this.#server?.close();
    await this.#reviewing;
    await this.#masks.close();
  }

  async #start({
    botNick,
    listen,
  }: {
    readonly botNick: string;
    readonly listen: readonly ListenAddress[];
  }): Promise<void> {
    const { database, settings, log } = this.#parts;
    const { stationName, tagline, email, ircCloakKey } = settings.current;
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
        },
      ],
      limits: defaultLimits,
      authenticate: async (login) => {
        const { account, password } = this.botAccess;
        if (login.account !== account) return await signInOnIrc(this.#parts, login);
        return login.password === password
          ? { kind: "accepted", account, isOperator: false, keepsChannels: true }
          : { kind: "refused" };
      },
      history: (query) => readHistory(database.connection, query),
      refuseNick: (nick, account) =>
        account !== BOT_ACCOUNT && imitates(nick, { present: [], guarded: [botNick] })
          ? "This nick could be taken for the station's bot or a service"
          : undefined,
      observe: (event) => {
        const changed = event.type === "modes" ? this.#server?.channel(event.channel) : undefined;
        if (changed !== undefined && foldName(changed.name) === foldName(this.#channel))
          this.#masks.keep(changed.masks);
      },
      reportError: (error, doing) => log.error({ error, doing }, "the IRC server failed"),
      nowMs: Date.now,
    });
  }

  /** Who moderates the chat has the rank of it on IRC from then on, and nobody else. */
  #reviewSoon(): void {
    this.#reviewing = this.#reviewing
      .then(async () => {
        const accounts = await listAccounts(this.#parts.database.connection);
        const keepers = new Set(accounts.filter(keepsChannels).map(({ username }) => username));
        this.#server?.reviewAccounts((name) => name === BOT_ACCOUNT || keepers.has(name));
      })
      .catch((error: unknown) =>
        this.#parts.log.error({ error }, "operators on IRC could not be reviewed"),
      );
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
