import type { Caller } from "../../identity/rights-rules.ts";
import type { BotParts } from "./bot-parts.ts";
import type { Choices } from "./track-choice.ts";
import type { SkipVotes } from "./skip-votes.ts";
import type { Role } from "@neonrelay/contract";
import type { Requester } from "../../identity/visitor.ts";

/** Author of a message in the channel. A nick never grants rights. */
export interface Speaker {
  readonly nick: string;
  readonly origin: "irc" | "web";
  /** At this moment, on any network. */
  readonly isChannelOperator: boolean;
  readonly isEmbeddedServer: boolean;
  /** The speaker's station account: by SASL, by a linked IRC account, or by a web session. */
  readonly account: { readonly id: string; readonly role: Role } | null;
  /** The person that limits count. An operator without an account signed in with the access code. */
  readonly requester: Requester;
  /** The person that votes and likes count; see personKey. */
  readonly personKey: string;
}

/** One line, plain text. */
export interface BotReply {
  readonly text: string;
  readonly to: "channel" | "speaker";
}

/** A call of a command. */
export interface CommandCall {
  readonly speaker: Speaker;
  /** The speaker's present rights; a guest for read-only commands. */
  readonly caller: Caller;
  /** The text after the command, without control characters; '' for none. */
  readonly argument: string;
  readonly parts: BotParts;
  readonly choices: Choices;
  readonly votes: SkipVotes;
  readonly commands: readonly BotCommand[];
}

export interface BotCommand {
  /** Without its dot. */
  readonly name: string;
  /** Arguments, as shown in help: '<title and artist>'; '' for none. */
  readonly usage: string;
  /** One sentence for people. */
  readonly help: string;
  /** `moderation`: accounts with the right to moderate the chat, and channel operators. */
  readonly access: "public" | "request" | "moderation";
  /** Guests and listeners may use it during maintenance. */
  readonly isReading: boolean;
  /** Limit per speaker: this many at once, then one every so many seconds. */
  readonly limit: { readonly burst: number; readonly everySeconds: number };
  readonly run: (call: CommandCall) => Promise<readonly BotReply[]>;
}

export function toChannel(text: string): readonly BotReply[] {
  return [{ text, to: "channel" }];
}

export function toSpeaker(...lines: readonly string[]): readonly BotReply[] {
  return lines.map((text) => ({ text, to: "speaker" }));
}

/** Usage line for a command. */
export function usageOf({ name, usage }: Pick<BotCommand, "name" | "usage">): string {
  return usage === "" ? `.${name}` : `.${name} ${usage}`;
}
