import type { Caller } from "../../identity/rights-rules.ts";
import type { BotParts } from "./bot-parts.ts";
import type { Choices } from "./choices.ts";
import type { SkipVotes } from "./skip-votes.ts";
import type { Speaker } from "./speaker.ts";

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
