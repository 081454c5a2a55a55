import type { IrcServer, VirtualUser } from "@neonrelay/irc/server";
import type { Logger } from "@neonrelay/process/log";
import type { Chatter } from "../identity/visitor.ts";
import type { ChatterChange } from "../chat/chat-names.ts";
import { foldName, toNick } from "../chat/chat-rules.ts";
import { kickChatter, sanctionChatter, type SanctionParts } from "../chat/sanction-actions.ts";
import type { Settings } from "../settings/settings.ts";
import { maskReason, MUTE_PREFIX } from "./mask-rules.ts";
import { webIdentity } from "./web-identity.ts";

/** Attempts to find a nick for a chatter whose name is taken elsewhere on the server. */
const NICK_TRIES = 3;
/** Maximum departures kept while the bot is out of the channel and does not see them. */
const MAX_LEFT = 1000;

interface Parts extends SanctionParts {
  readonly settings: Settings;
  readonly log: Logger;
}

/** Everyone who chats from the web, as users of the station's own IRC server. */
export class WebChatters {
  readonly #parts: Parts;
  readonly #channel: string;
  readonly #server: () => IrcServer | null;
  /** Names of people who have left, by nick, until the bot learns of it. */
  readonly #left = new Map<string, string>();
  readonly #users = new Map<string, { readonly name: string; readonly user: VirtualUser }>();

  /** @param server null: closed */
  constructor(parts: Parts, channel: string, server: () => IrcServer | null) {
    this.#parts = parts;
    this.#channel = channel;
    this.#server = server;
  }

  /** A chatter's IRC user by their name in the chat. */
  find(name: string): VirtualUser | undefined {
    return this.#users.get(foldName(name))?.user;
  }

  /** Chat names of those whose nick on IRC differs, by nick as `foldName` has it. */
  get namesOfNicks(): ReadonlyMap<string, string> {
    const entries = [...this.#users].map(([key, { name, user }]) => ({
      key,
      name,
      nick: foldName(user.nick),
    }));
    return new Map(
      entries.filter(({ key, nick }) => key !== nick).map(({ name, nick }) => [nick, name]),
    );
  }

  /** The same for one nick. For someone who has left it works once, as IRC reports the departure later. */
  nameOf(nick: string): string | undefined {
    const key = foldName(nick);
    const name = this.namesOfNicks.get(key) ?? this.#left.get(key);
    this.#left.delete(key);
    return name;
  }

  follow({ kind, chatter }: ChatterChange): void {
    if (kind === "came") return this.enter(chatter);
    const { name } = chatter;
    const user = this.find(name);
    if (user === undefined) return;
    this.#users.delete(foldName(name));
    this.#left.set(foldName(user.nick), name);
    const [oldest] = this.#left.keys();
    if (this.#left.size > MAX_LEFT && oldest !== undefined) this.#left.delete(oldest);
    user.quit("Left the chat");
  }

  enter(chatter: Chatter): void {
    const key = foldName(chatter.name);
    const server = this.#server();
    if (server === null || this.#users.has(key)) return;
    for (let tries = 0; tries < NICK_TRIES; tries += 1) {
      const added = server.addUser({
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
      this.#users.set(key, { name: chatter.name, user: added.user });
      added.user.join(this.#channel);
      return;
    }
  }

  /** The server is closing: they leave it and stay in the chat. */
  leave(): void {
    for (const { user } of this.#users.values()) user.quit("Server shutting down");
    this.#users.clear();
  }

  #kicked({ name }: Chatter, event: { readonly by: string; readonly reason: string }): void {
    const who = { kind: "channel-operator", nick: event.by } as const;
    kickChatter(this.#parts, { username: name, reason: event.reason, who }).catch(
      (error: unknown) => this.#parts.log.error({ error }, "could not store an IRC kick"),
    );
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
    }).catch((error: unknown) => this.#parts.log.error({ error }, "could not store an IRC ban"));
  }
}
