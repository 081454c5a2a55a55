import { type IrcMessage, isSameName, NameMap, parseChannelModes } from "../protocol/index.ts";
import type { ChannelState } from "./client-event.ts";
import type { IrcClientOptions } from "./client-options.ts";
import type { SessionContext } from "./session-context.ts";
import { Timers } from "./timers.ts";

/** A server that has not answered our JOIN by then has lost it. */
const ANSWER_WITHIN_MS = 60_000;
const MAX_KICKS_KEPT = 5;
/** Numerics that refuse a JOIN, with the reason in words. */
const JOIN_REFUSALS: Readonly<Record<string, string>> = {
  "403": "the channel does not exist",
  "405": "we are in too many channels",
  "437": "the channel is temporarily unavailable",
  "471": "the channel is full",
  "473": "the channel is invite-only",
  "474": "we are banned from the channel",
  "475": "the key of the channel is missing or wrong",
  "476": "the channel's name is not valid",
  "477": "the channel is for registered accounts only",
  "489": "the channel is for secure connections only",
};
const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 1_800_000;
const FIRST_REJOIN_MS = 60_000;
const KICKS_WITHIN_MS = 600_000;

interface Kept {
  readonly name: string;
  key: string | undefined;
  refusals: number;
  kicksMs: readonly number[];
  state: ChannelState;
}

/** Keeps the client in its configured channels across all its connections. */
export class ChannelMembership {
  readonly #options: IrcClientOptions;
  readonly #onState: (channel: string, state: ChannelState) => void;
  readonly #timers: Timers;
  readonly #channels = new NameMap<Kept>("ascii");
  /** The registered connection, if any. */
  #context: SessionContext | undefined;

  constructor(options: IrcClientOptions, onState: (channel: string, state: ChannelState) => void) {
    this.#options = options;
    this.#onState = onState;
    this.#timers = new Timers(options.clock);
    for (const { name, key } of options.channels) this.#keep(name, key);
  }

  state(channel: string): ChannelState | undefined {
    return this.#channels.get(channel)?.state;
  }

  /** Called on registration: joins all channels. */
  attach(context: SessionContext): void {
    this.#context = context;
    this.#channels.refold(context.isupport.casemapping);
    for (const kept of this.#channels.values()) if (kept.state.status !== "out") this.#join(kept);
  }

  /** Called when the connection ends. */
  detach(): void {
    this.#context = undefined;
    this.#timers.close();
    for (const kept of this.#channels.values())
      if (kept.state.status !== "out") this.#set(kept, { status: "joining" });
  }

  close(): void {
    this.#context = undefined;
    this.#timers.close();
  }

  /** Joins a channel and stays in it, even one we were kicked out of for good. */
  join(name: string, key: string | undefined): void {
    const kept = this.#channels.get(name) ?? this.#keep(name, key);
    kept.key = key ?? kept.key;
    kept.kicksMs = [];
    kept.refusals = 0;
    if (kept.state.status !== "joined") this.#join(kept);
  }

  /** Leaves a channel for good. */
  part(name: string, reason: string): void {
    const kept = this.#channels.get(name);
    if (kept === undefined) return;
    this.#timers.stop(kept.name);
    this.#timers.stop(endOfListOf(kept));
    this.#channels.delete(name);
    if (kept.state.status === "joined") this.#context?.send("PART", name, reason);
  }

  receive(message: IrcMessage): void {
    const [first = "", second = ""] = message.params;
    const isByMe = this.#isMe(message.source?.name ?? "");
    switch (message.command) {
      case "JOIN":
        if (isByMe) this.#joined(first);
        break;
      case "366":
        this.#settle(second);
        break;
      case "PART":
        if (isByMe) this.#removed(first, "we were removed from the channel");
        break;
      case "KICK":
        if (this.#isMe(second))
          this.#removed(first, `we were kicked: ${message.params[2] ?? ""}`.trimEnd());
        break;
      case "INVITE":
        this.#invited(second);
        break;
      case "MODE":
        this.#changeModes(first, message.params.slice(1));
        break;
      case "900":
        this.#retryNow();
        break;
      case "ACCOUNT":
        if (isByMe) this.#retryNow();
        break;
      case "470":
        this.#refused(second, "the channel redirects to another one");
        break;
      default: {
        const reason = JOIN_REFUSALS[message.command];
        if (reason !== undefined) this.#refused(second, reason, message.command === "473");
      }
    }
  }

  #keep(name: string, key: string | undefined): Kept {
    const kept: Kept = { name, key, refusals: 0, kicksMs: [], state: { status: "joining" } };
    this.#channels.set(name, kept);
    return kept;
  }

  #join(kept: Kept): void {
    const context = this.#context;
    if (context === undefined) return;
    this.#set(kept, { status: "joining" });
    this.#timers.start(kept.name, ANSWER_WITHIN_MS, () =>
      this.#refused(kept.name, "the server did not answer"),
    );
    context.send("JOIN", kept.name, ...(kept.key === undefined ? [] : [kept.key]));
  }

  #joined(name: string): void {
    const kept = this.#channels.get(name);
    // A channel may redirect us to one that no one configured.
    if (kept === undefined) return this.#context?.send("PART", name);
    this.#timers.stop(kept.name);
    if (kept.state.status === "joined") return undefined;
    // A server operator brought us in, or the answer came late.
    this.#set(kept, { status: "joining" });
    this.#timers.start(endOfListOf(kept), ANSWER_WITHIN_MS, () => this.#settle(kept.name));
    return undefined;
  }

  /** We count as joined once the member list is complete, or should be. */
  #settle(name: string): void {
    const kept = this.#channels.get(name);
    if (kept?.state.status !== "joining" || this.#timers.isRunning(kept.name)) return;
    this.#timers.stop(endOfListOf(kept));
    kept.refusals = 0;
    this.#set(kept, { status: "joined" });
  }

  #removed(name: string, reason: string): void {
    const kept = this.#channels.get(name);
    if (kept === undefined) return;
    kept.kicksMs = [...kept.kicksMs, this.#options.clock.nowMs()].slice(-MAX_KICKS_KEPT);
    const decision = decideAfterKick(kept.kicksMs);
    if (decision.kind === "stay-out") this.#set(kept, { status: "out", reason });
    else this.#wait(kept, reason, decision.delayMs);
  }

  #refused(name: string, reason: string, isInviteOnly = false): void {
    const kept = this.#channels.get(name);
    if (kept?.state.status !== "joining") return;
    kept.refusals += 1;
    this.#wait(kept, reason, decideJoinRetryMs(kept.refusals));
    if (isInviteOnly && this.#context?.account !== undefined)
      this.#context.send("PRIVMSG", "ChanServ", `INVITE ${kept.name}`);
  }

  #invited(name: string): void {
    const kept = this.#channels.get(name);
    if (kept === undefined || kept.state.status === "joined") return;
    if (kept.state.status === "out") kept.kicksMs = [];
    this.#join(kept);
  }

  #changeModes(target: string, params: readonly string[]): void {
    const context = this.#context;
    if (context === undefined) return;
    if (this.#isMe(target) && /\+[^+-]*r/.test(params[0] ?? "")) this.#retryNow();
    const kept = this.#channels.get(target);
    if (kept === undefined) return;
    for (const { mode, sign, param } of parseChannelModes(params, context.isupport))
      if (mode === "k") kept.key = sign === "+" ? param : undefined;
  }

  /** Services know us now, so channels that need an account may let us in. */
  #retryNow(): void {
    for (const kept of this.#channels.values())
      if (kept.state.status === "waiting" && kept.kicksMs.length === 0) this.#join(kept);
  }

  #wait(kept: Kept, reason: string, delayMs: number): void {
    const untilMs = this.#options.clock.nowMs() + delayMs;
    this.#set(kept, { status: "waiting", reason, untilMs });
    this.#timers.start(kept.name, delayMs, () => this.#join(kept));
  }

  #set(kept: Kept, state: ChannelState): void {
    if (kept.state.status === state.status && state.status === "joining") return;
    kept.state = state;
    this.#onState(kept.name, state);
  }

  #isMe(nick: string): boolean {
    const context = this.#context;
    return context !== undefined && isSameName(nick, context.me.name, context.isupport.casemapping);
  }
}

/** Timer name; the space keeps it apart from channel names. */
function endOfListOf({ name }: Kept): string {
  return `${name} end of list`;
}

/** Delay before rejoining after `refusals` in a row: 30 s, doubling to 30 min. */
export function decideJoinRetryMs(refusals: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(refusals - 1, 10));
}

/**
 * Decides what follows a kick: rejoin after a minute; after the second of a series, half an hour; after the third, only
 * when invited or asked.
 * @param kicksMs times of the kicks from this channel, this one last
 */
export function decideAfterKick(
  kicksMs: readonly number[],
): { readonly kind: "rejoin"; readonly delayMs: number } | { readonly kind: "stay-out" } {
  const last = kicksMs.at(-1) ?? 0;
  // The second kick keeps us out for half an hour, so a third within ten minutes of our return belongs to the same
  // series.
  const within = (ms: number) => kicksMs.filter((atMs) => last - atMs < ms).length;
  if (within(2 * KICKS_WITHIN_MS + MAX_RETRY_MS) >= 3) return { kind: "stay-out" };
  return {
    kind: "rejoin",
    delayMs: within(KICKS_WITHIN_MS) >= 2 ? MAX_RETRY_MS : FIRST_REJOIN_MS,
  };
}
