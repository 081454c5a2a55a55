import {
  type IrcMessage,
  isSameName,
  NameMap,
  parseChannelModes,
  parseSource,
  type PrefixMode,
  type Source,
} from "../protocol/index.ts";
import type { Member } from "./client-event.ts";
import type { SessionContext } from "./session-context.ts";

/** No channel has more members; a server that claims more is ignored. */
const MAX_MEMBERS = 20_000;
const NO_SOURCE: Source = { name: "" };
/** Marks replies to our own WHO, since the owner may send others with `command`. */
const WHOX_TOKEN = "161";

interface Channel {
  readonly name: string;
  readonly members: NameMap<Member>;
  /** Collected from 353 until 366 ends the list. */
  named: NameMap<Member> | undefined;
}

/** Members of our channels, as the server reports them; emits changes. */
export class Roster {
  readonly #context: SessionContext;
  readonly #channels: NameMap<Channel>;

  constructor(context: SessionContext) {
    this.#context = context;
    this.#channels = new NameMap(context.isupport.casemapping);
  }

  members(channel: string): readonly Member[] {
    return this.#channels.get(channel)?.members.values() ?? [];
  }

  member(channel: string, nick: string): Member | undefined {
    return this.#channels.get(channel)?.members.get(nick);
  }

  has(channel: string): boolean {
    return this.#channels.has(channel);
  }

  /** Call after each 005. */
  refold(): void {
    const { casemapping } = this.#context.isupport;
    this.#channels.refold(casemapping);
    for (const { members, named } of this.#channels.values()) {
      members.refold(casemapping);
      named?.refold(casemapping);
    }
  }

  /**
   * Requests the accounts of members who joined before us. Only where the server reports later changes, since the
   * answers would otherwise go stale.
   */
  askForAccounts(channel: string): void {
    const { capabilities, isupport, send } = this.#context;
    if (isupport.hasWhox && capabilities.has("account-notify"))
      send("WHO", channel, `%tna,${WHOX_TOKEN}`);
  }

  receive(message: IrcMessage, { isNetsplit }: { readonly isNetsplit: boolean }): void {
    const from = message.source ?? NO_SOURCE;
    const [first = "", second = "", third = ""] = message.params;
    switch (message.command) {
      case "JOIN":
        this.#join(message, from, first);
        break;
      case "PART":
        if (!this.#leave(first, from.name)) break;
        this.#context.emit({ type: "part", channel: first, from, reason: second });
        break;
      case "KICK":
        if (!this.#leave(first, second)) break;
        this.#context.emit({
          type: "kick",
          channel: first,
          nick: second,
          by: message.source,
          reason: third,
        });
        break;
      case "QUIT":
        this.#quit(from, first, isNetsplit);
        break;
      case "NICK":
        this.#rename(from, first);
        break;
      case "MODE":
        if (this.#channels.has(first)) this.#changeModes(first, message);
        break;
      case "353":
        this.#addNames(third, message.params[3] ?? "");
        break;
      case "366":
        this.#endNames(second);
        break;
      case "AWAY":
        this.#update(from.name, { isAway: message.params.length > 0 });
        this.#context.emit({ type: "away", nick: from.name, isAway: message.params.length > 0 });
        break;
      case "ACCOUNT":
        this.#recordAccount(from.name, readAccount(first));
        break;
      case "367":
        this.#context.emit({
          type: "list-entry",
          channel: second,
          entry: { mode: "b", mask: third },
        });
        break;
      // Solanum's mute list.
      case "728":
        this.#context.emit({
          type: "list-entry",
          channel: second,
          entry: { mode: "q", mask: message.params[3] ?? "" },
        });
        break;
      case "354":
        if (second === WHOX_TOKEN) this.#recordAccount(third, readWhoxAccount(message.params[3]));
        break;
      case "CHGHOST":
        this.#update(from.name, { user: first, host: second });
        break;
      default:
    }
  }

  #isMe(nick: string): boolean {
    return isSameName(nick, this.#context.me.name, this.#context.isupport.casemapping);
  }

  #join(message: IrcMessage, from: Source, name: string): void {
    if (this.#isMe(from.name))
      this.#channels.set(name, {
        name,
        members: new NameMap(this.#context.isupport.casemapping),
        named: undefined,
      });
    const channel = this.#channels.get(name);
    if (channel === undefined || channel.members.size >= MAX_MEMBERS) return;
    const account = readAccount(message.params[1] ?? message.tags.get("account") ?? "*");
    channel.members.set(from.name, {
      nick: from.name,
      modes: "",
      user: from.user,
      host: from.host,
      account,
      isAway: false,
    });
    this.#context.emit({ type: "join", channel: name, from, account });
  }

  /** @returns whether they were there */
  #leave(name: string, nick: string): boolean {
    const channel = this.#channels.get(name);
    if (channel === undefined) return false;
    if (!this.#isMe(nick)) return channel.members.delete(nick);
    return this.#channels.delete(name);
  }

  #quit(from: Source, reason: string, isNetsplit: boolean): void {
    const left = this.#channels.values().filter(({ members }) => members.delete(from.name));
    const channels = left.map(({ name }) => name);
    if (channels.length > 0)
      this.#context.emit({ type: "quit", from, channels, reason, isNetsplit });
  }

  #rename(from: Source, to: string): void {
    const channels: string[] = [];
    for (const { name, members } of this.#channels.values()) {
      const member = members.get(from.name);
      if (member === undefined) continue;
      members.delete(from.name);
      members.set(to, { ...member, nick: to });
      channels.push(name);
    }
    const isOwn = this.#isMe(to);
    if (channels.length > 0 || isOwn)
      this.#context.emit({ type: "nick", from: from.name, to, channels, isOwn });
  }

  #changeModes(channel: string, message: IrcMessage): void {
    const { isupport, emit } = this.#context;
    const changes = parseChannelModes(message.params.slice(1), isupport);
    const members = this.#channels.get(channel)?.members;
    for (const { kind, sign, mode, param } of changes) {
      const member = kind === "status" && param !== undefined ? members?.get(param) : undefined;
      if (member === undefined) continue;
      const held = sign === "+" ? member.modes + mode : member.modes.replace(mode, "");
      const modes = isupport.prefix.map((each) => each.mode).filter((each) => held.includes(each));
      members?.set(member.nick, { ...member, modes: modes.join("") });
    }
    emit({ type: "mode", channel, by: message.source, changes });
  }

  #addNames(name: string, words: string): void {
    const channel = this.#channels.get(name);
    if (channel === undefined) return;
    channel.named ??= new NameMap(this.#context.isupport.casemapping);
    for (const word of words.split(" ")) {
      const named = readNamesWord(word, this.#context.isupport.prefix);
      if (named === undefined || channel.named.size >= MAX_MEMBERS) continue;
      const known = channel.members.get(named.nick);
      channel.named.set(named.nick, {
        ...named,
        user: named.user ?? known?.user,
        host: named.host ?? known?.host,
        account: known?.account,
        isAway: known?.isAway ?? false,
      });
    }
  }

  #endNames(name: string): void {
    const channel = this.#channels.get(name);
    if (channel?.named === undefined) return;
    channel.members.clear();
    for (const member of channel.named.values()) channel.members.set(member.nick, member);
    channel.named = undefined;
    this.#context.emit({ type: "names", channel: name, members: channel.members.values() });
  }

  #recordAccount(nick: string, account: string | undefined): void {
    const known = this.#channels.values().map(({ members }) => members.get(nick));
    if (known.every((member) => member === undefined || member.account === account)) return;
    this.#update(nick, { account });
    this.#context.emit({ type: "account", nick, account });
  }

  #update(nick: string, change: Partial<Member>): void {
    for (const { members } of this.#channels.values()) {
      const member = members.get(nick);
      if (member !== undefined) members.set(member.nick, { ...member, ...change });
    }
  }
}

/** WHOX sends "0" for users without an account. */
function readWhoxAccount(account = "0"): string | undefined {
  return account === "0" ? undefined : readAccount(account);
}

function readAccount(account: string): string | undefined {
  return account === "*" || account === "" ? undefined : account;
}

/**
 * Reads a word of 353: the status signs (all with multi-prefix, else the highest), the nick, and the rest of the
 * source.
 */
export function readNamesWord(
  word: string,
  prefix: readonly PrefixMode[],
):
  | {
      readonly nick: string;
      readonly modes: string;
      readonly user?: string;
      readonly host?: string;
    }
  | undefined {
  let start = 0;
  let modes = "";
  for (; start < word.length; start += 1) {
    const status = prefix.find(({ sign }) => sign === word[start]);
    if (status === undefined) break;
    modes += status.mode;
  }
  const { name, ...rest } = parseSource(word.slice(start));
  return name === "" ? undefined : { nick: name, modes, ...rest };
}
