import {
  type IrcClient,
  type IrcEvent,
  isSameEntry,
  type ListEntry,
  type Member,
  muteEntry,
} from "@neonrelay/irc/client";
import { isLoopbackAddress, networkOf } from "@neonrelay/process/client-address";
import { setTimeout as delay } from "node:timers/promises";
import type { Identity } from "@neonrelay/irc/server";
import type { ChannelGuest, ChannelModeration, ChannelOutcome } from "../chat/chat-channel.ts";
import { foldName } from "../chat/chat-rules.ts";
import { tellingNetwork } from "../chat/sanction-rules.ts";
import { guestMask, fromIrcMask, toIrcMask } from "./mask-rules.ts";
import { isChannelOperator, isWebMember } from "./member-rules.ts";

/** Time limit for the server to confirm a command. */
const DONE_WITHIN_MS = 5000;
/** Maximum pending orders; moderators give them by hand. */
const MAX_ORDERS = 100;

const done = { kind: "done" } as const;

interface ChannelModeratorParts {
  readonly client: () => IrcClient | null;
  readonly channel: () => string;
  /** Identity of someone on the station's own server; null elsewhere. */
  readonly identityOf: (nick: string) => Identity | null;
}

/** Kicks, mutes and bans people in the IRC channel through the bot, and confirms that it worked. */
export class ChannelModerator implements ChannelModeration {
  readonly #parts: ChannelModeratorParts;
  readonly #waiting = new Set<(event: IrcEvent) => void>();
  readonly #closing = new AbortController();

  constructor(parts: ChannelModeratorParts) {
    this.#parts = parts;
  }

  find(name: string): ChannelGuest | null {
    const member = this.#member(name);
    return member === undefined ? null : this.#toGuest(member);
  }

  async kick({
    guest: { nick },
    words,
  }: {
    readonly guest: ChannelGuest;
    readonly words: string;
  }): Promise<ChannelOutcome> {
    const isOut = (event: IrcEvent) =>
      (event.type === "kick" && isSame(event.nick, nick)) ||
      (event.type === "quit" && isSame(event.from.name, nick));
    return await this.#order(["KICK", this.#parts.channel(), nick, words], isOut);
  }

  async restrict({ guest: { nick }, kind, words }: Parameters<ChannelModeration["restrict"]>[0]) {
    const member = this.#member(nick);
    if (member === undefined) return refused(`${nick} is no longer in the channel`);
    const entry = this.#entryAgainst(member, kind);
    if (entry === undefined) return refused("this IRC network has no mute");
    const channel = this.#parts.channel();
    /** As the server writes it, which is how it has to be removed. */
    let set: { readonly ircMask: string; readonly isNew: boolean } | undefined;
    const isSet = (event: IrcEvent) => {
      const ours = addedEntries(event, { channel, mode: entry.mode }).find((one) =>
        isSameEntry(one, entry),
      );
      if (ours !== undefined) set ??= { ircMask: toIrcMask(ours), isNew: event.type === "mode" };
      return set !== undefined;
    };
    const outcome = await this.#order(["MODE", channel, `+${entry.mode}`, entry.mask], isSet, {
      // A server says nothing about an entry that is already on its list.
      asking: ["MODE", channel, entry.mode],
    });
    if (outcome.kind === "refused" || set === undefined) return outcome;
    // Too late if the user has left or others removed them.
    if (kind === "ban") void this.kick({ guest: this.#toGuest(member), words });
    else this.#parts.client()?.command("NOTICE", nick, words);
    return { kind: "set", ...set } as const;
  }

  lift(ircMask: string): boolean {
    if (!this.isOperator) return false;
    const { mode, mask } = fromIrcMask(ircMask);
    const client = this.#parts.client();
    return client?.command("MODE", this.#parts.channel(), `-${mode}`, mask) === true;
  }

  /** Removes users of the station's own server whose account was banned in a browser. */
  expel(visitorKey: string, words: string): void {
    for (const member of this.#parts.client()?.members(this.#parts.channel()) ?? []) {
      const guest = this.#toGuest(member);
      // A refusal means they have left or the bot has no rank; either way they can't speak.
      if (guest.visitorKey === visitorKey) void this.kick({ guest, words });
    }
  }

  /** Whether the bot may do all this now. */
  get isOperator(): boolean {
    const client = this.#parts.client();
    const bot = foldName(client?.nick ?? "");
    const members = client?.members(this.#parts.channel()) ?? [];
    return members.some((member) => foldName(member.nick) === bot && isChannelOperator(member));
  }

  /** Receives every event. */
  handle(event: IrcEvent): void {
    for (const look of this.#waiting) look(event);
  }

  close(): void {
    this.#closing.abort();
  }

  async #order(
    command: readonly string[],
    isDone: (event: IrcEvent) => boolean,
    /** A query whose answer shows that it was already so. */
    { asking = [] }: { readonly asking?: readonly string[] } = {},
  ): Promise<ChannelOutcome> {
    if (!this.isOperator) return noOperator;
    if (this.#waiting.size >= MAX_ORDERS) return refused("the bot has too many pending changes");
    const happened = Promise.withResolvers<ChannelOutcome>();
    const look = (event: IrcEvent): void => {
      if (isDone(event)) happened.resolve(done);
    };
    const waiting = new AbortController();
    const signal = AbortSignal.any([waiting.signal, this.#closing.signal]);
    this.#waiting.add(look);
    try {
      if (!this.#send(command)) return refused("IRC is not connected");
      if (asking.length > 0) this.#send(asking);
      const late = delay(DONE_WITHIN_MS, undefined, { signal })
        .catch(() => {}) // done, or the station is closing
        .then(() => refused("the IRC server did not confirm it"));
      return await Promise.race([happened.promise, late]);
    } finally {
      waiting.abort();
      this.#waiting.delete(look);
    }
  }

  #send([command = "", ...params]: readonly string[]): boolean {
    return this.#parts.client()?.command(command, ...params) === true;
  }

  #member(name: string): Member | undefined {
    const client = this.#parts.client();
    const bot = client?.nick ?? "";
    return client
      ?.members(this.#parts.channel())
      .find(
        (member) => isSame(member.nick, name) && !isSame(member.nick, bot) && !isWebMember(member),
      );
  }

  #toGuest({ nick, host }: Member): ChannelGuest {
    const identity = this.#parts.identityOf(nick);
    const { accountId, address } = identity ?? {};
    return {
      nick,
      visitorKey: accountId === undefined ? `irc:${nick}@${host ?? ""}` : `user:${accountId}`,
      network: address === undefined ? null : tellingNetwork(networkOf(address)),
    };
  }

  #entryAgainst(member: Member, kind: "mute" | "ban"): ListEntry | undefined {
    const address = this.#parts.identityOf(member.nick)?.address;
    const isSharedHost = address !== undefined && isLoopbackAddress(address);
    const mask = guestMask(member, { isSharedHost });
    if (kind === "ban") return { mode: "b", mask };
    const isupport = this.#parts.client()?.isupport;
    return isupport === undefined ? undefined : muteEntry(isupport, mask);
  }
}

const noOperator = refused("the bot is not a channel operator on IRC");

function refused(reason: string) {
  return { kind: "refused", reason } as const;
}

/** The list entries of the channel that an event reports. */
function addedEntries(
  event: IrcEvent,
  { channel, mode }: { readonly channel: string; readonly mode: ListEntry["mode"] },
): readonly ListEntry[] {
  if (event.type !== "mode" && event.type !== "list-entry") return [];
  if (foldName(event.channel) !== foldName(channel)) return [];
  if (event.type === "list-entry") return [event.entry];
  return event.changes.flatMap(({ sign, mode: changed, param }) =>
    sign === "+" && changed === mode && param !== undefined ? [{ mode, mask: param }] : [],
  );
}

function isSame(one: string, other: string): boolean {
  return foldName(one) === foldName(other);
}
