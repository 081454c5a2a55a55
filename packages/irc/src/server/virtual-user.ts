import { serialiseCtcp } from "../protocol/ctcp.ts";
import { parseChannelModes } from "../protocol/modes.ts";
import { splitText, textBudgetBytes } from "../protocol/split-text.ts";
import type { Capability } from "./capabilities.ts";
import { isSilenced } from "./channel-rules.ts";
import { runCommand } from "./commands.ts";
import { serverModes } from "./isupport-tokens.ts";
import type { ErrorNumeric } from "./numerics.ts";
import type { Outgoing } from "./outgoing.ts";
import type { ServerState } from "./server-state.ts";
import { enterServer, leaveServer, refuseNick } from "./user-lifecycle.ts";
import { type User, type UserLink } from "./users-and-channels.ts";
import { createHandshake, createUser, isCoveredBy } from "./user.ts";

/** Events for a user of this process. */
export type VirtualUserEvent =
  | {
      readonly type: "kicked";
      readonly channel: string;
      readonly by: string;
      readonly reason: string;
    }
  /** A mask covering the user was set: banned, or silenced by `~m:`. */
  | {
      readonly type: "banned";
      readonly channel: string;
      readonly mask: string;
      readonly by: string;
    }
  | { readonly type: "invited"; readonly channel: string; readonly by: string }
  /** Removed by someone else, or with the server; the user can't act any more. */
  | { readonly type: "removed"; readonly reason: string };

export interface VirtualUserOptions {
  readonly nick: string;
  readonly username: string;
  readonly realName: string;
  readonly host: string;
  readonly account: string | undefined;
  readonly isOperator: boolean;
  readonly isBot: boolean;
  readonly onEvent: (event: VirtualUserEvent) => void;
}

/** The server's answer to a virtual user's action; refusals by their numeric or standard reply. */
export type VirtualOutcome =
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly code: string; readonly reason: string };

/** Text may take several lines; those before a refused one have been sent. */
export type SpeechOutcome =
  | { readonly kind: "said"; readonly messageIds: readonly string[] }
  | Extract<VirtualOutcome, { kind: "refused" }>;

export type AddUserOutcome =
  | { readonly kind: "added"; readonly user: VirtualUser }
  | Extract<VirtualOutcome, { kind: "refused" }>;

/** Adds a user of this process. Clients see it like any other user. */
export function addVirtualUser(server: ServerState, options: VirtualUserOptions): AddUserOutcome {
  const virtual = new VirtualUser(server, options);
  const refusal = virtual.enter(options.nick);
  return refusal === undefined
    ? { kind: "added", user: virtual }
    : { kind: "refused", code: refusal.code, reason: refusal.text };
}

/** A user of this process. Uses the same commands as clients, and is refused in the same way. */
export class VirtualUser {
  readonly #server: ServerState;
  readonly #user: User;
  readonly #link: VirtualLink;

  constructor(server: ServerState, options: VirtualUserOptions) {
    this.#server = server;
    this.#link = new VirtualLink((event) => {
      try {
        options.onEvent(event);
      } catch (error) {
        server.options.reportError(error, "notifying a virtual user");
      }
    });
    const { username, realName, host, account, isOperator, isBot } = options;
    const nowMs = server.options.nowMs();
    this.#user = Object.assign(
      createUser({
        host,
        isVirtual: true,
        isSecure: false,
        mayLogIn: false,
        address: undefined,
        link: this.#link,
        nowMs,
      }),
      { username, realName, account, isOperator, isBot },
    );
    this.#link.user = this.#user;
  }

  get nick(): string {
    return this.#user.nick;
  }

  /** Called once, by `addVirtualUser`. */
  enter(nick: string): ErrorNumeric | undefined {
    const refusal = refuseNick(this.#server, this.#user, nick);
    if (refusal !== undefined) return refusal;
    this.#user.nick = nick;
    enterServer(this.#server, this.#user);
    return undefined;
  }

  say({ target, text }: { readonly target: string; readonly text: string }): SpeechOutcome {
    return this.#speak(target, text, (piece) => piece);
  }

  action({ target, text }: { readonly target: string; readonly text: string }): SpeechOutcome {
    return this.#speak(target, text, (piece) => serialiseCtcp({ command: "ACTION", text: piece }));
  }

  join(channel: string): VirtualOutcome {
    return this.#run("JOIN", [channel]);
  }

  part(channel: string, reason: string): VirtualOutcome {
    return this.#run("PART", [channel, reason]);
  }

  setNick(nick: string): VirtualOutcome {
    return this.#run("NICK", [nick]);
  }

  /** @param text undefined to come back */
  setAway(text: string | undefined): VirtualOutcome {
    return this.#run("AWAY", text === undefined ? [] : [text]);
  }

  setTopic(channel: string, topic: string): VirtualOutcome {
    return this.#run("TOPIC", [channel, topic]);
  }

  kick({
    channel,
    nick,
    reason,
  }: {
    readonly channel: string;
    readonly nick: string;
    readonly reason: string;
  }): VirtualOutcome {
    return this.#run("KICK", [channel, nick, reason]);
  }

  /** @param changes as params of MODE after the channel */
  setModes(channel: string, changes: readonly string[]): VirtualOutcome {
    return this.#run("MODE", [channel, ...changes]);
  }

  /** Leaves the server. Publishes no event. */
  quit(reason: string): void {
    this.#link.isQuitting = true;
    leaveServer(this.#server, this.#user, reason);
  }

  #speak(target: string, text: string, wrap: (piece: string) => string): SpeechOutcome {
    const { nick, username, host } = this.#user;
    const sender = { nick, user: username, host };
    // 16 bytes leave room for ACTION and its delimiters.
    const maxBytes = textBudgetBytes({ sender, command: "PRIVMSG", target }) - 16;
    // oxlint-disable-next-line no-control-regex -- neither another line nor CTCP can be said
    const oneLine = text.replaceAll(/[\0\u0001\r\n]+/g, " ");
    const messageIds: string[] = [];
    for (const piece of splitText({ text: oneLine, prefix: "", maxBytes: Math.max(maxBytes, 4) })) {
      const outcome = this.#run("PRIVMSG", [target, wrap(piece)]);
      if (outcome.kind === "refused") return outcome;
      messageIds.push(...this.#link.takeMessageIds());
    }
    return { kind: "said", messageIds };
  }

  #run(command: string, params: readonly string[]): VirtualOutcome {
    if (!this.#user.isRegistered)
      return { kind: "refused", code: "451", reason: "This user has left the server" };
    this.#link.startAnswer();
    void runCommand({
      server: this.#server,
      user: this.#user,
      message: { tags: new Map(), command, params },
    });
    const refusal = this.#link.takeRefusal();
    return refusal === undefined ? { kind: "done" } : { kind: "refused", ...refusal };
  }
}

/** Turns the messages a virtual user receives into events. */
class VirtualLink implements UserLink {
  readonly handshake = createHandshake();
  readonly capabilities: ReadonlySet<Capability> = new Set(["echo-message"]);
  readonly #tell: (event: VirtualUserEvent) => void;
  user: User | undefined;
  isQuitting = false;
  #refusal: { readonly code: string; readonly reason: string } | undefined;
  #messageIds: string[] = [];

  constructor(tell: (event: VirtualUserEvent) => void) {
    this.#tell = tell;
  }

  startAnswer(): void {
    this.#refusal = undefined;
    this.#messageIds = [];
  }

  takeRefusal(): { readonly code: string; readonly reason: string } | undefined {
    return this.#refusal;
  }

  takeMessageIds(): readonly string[] {
    return this.#messageIds;
  }

  send({ message }: Outgoing): void {
    const { command, params, source, messageId = "" } = message;
    const by = source?.name ?? "";
    const [target = "", second = "", third = ""] = params;
    const nick = this.user?.nick;
    if (/^[4-9]\d\d$/.test(command) || command === "FAIL") {
      const code = command === "FAIL" ? second : command;
      this.#refusal ??= { code, reason: params.at(-1) ?? "" };
    } else if (by === nick && (command === "PRIVMSG" || command === "NOTICE")) {
      this.#messageIds.push(messageId);
    } else if (command === "KICK" && second === nick) {
      this.#tell({ type: "kicked", channel: target, by, reason: third });
    } else if (command === "INVITE" && target === nick) {
      this.#tell({ type: "invited", channel: second, by });
    } else if (command === "MODE") this.#reportBans(target, params.slice(1), by);
  }

  sendUnasked(outgoing: Outgoing): void {
    this.send(outgoing);
  }

  end(reason: string): void {
    if (!this.isQuitting) this.#tell({ type: "removed", reason });
  }

  #reportBans(channel: string, params: readonly string[], by: string): void {
    const joined = [...(this.user?.channels ?? [])].find(({ name }) => name === channel);
    for (const { sign, mode, param } of parseChannelModes(params, serverModes)) {
      if (sign !== "+" || mode !== "b" || param === undefined || this.user === undefined) continue;
      const mask = param.startsWith("~m:") ? param.slice(3) : param;
      const isHeld = joined !== undefined && isSilenced(joined, this.user);
      if (isHeld && isCoveredBy(mask, this.user))
        this.#tell({ type: "banned", channel, mask: param, by });
    }
  }
}
