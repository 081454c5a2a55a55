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

/** What someone asked the bot to do. */
export interface CommandCall {
  readonly speaker: Speaker;
  /** What the station knows the speaker as at this moment; a guest for what only reads. */
  readonly caller: Caller;
  /** What stood behind the command, without control characters; '' for nothing. */
  readonly argument: string;
  readonly parts: BotParts;
  readonly choices: Choices;
  readonly votes: SkipVotes;
  readonly commands: readonly BotCommand[];
}

export interface BotCommand {
  /** Without its dot. */
  readonly name: string;
  /** What is to stand behind it, as people write it: '<title and artist>'; '' for nothing. */
  readonly usage: string;
  /** One sentence for people. */
  readonly help: string;
  /** `moderation`: accounts with the right to moderate the chat, and operators of the channel. */
  readonly access: "public" | "request" | "moderation";
  /** Guests and listeners may use it during maintenance. */
  readonly isReading: boolean;
  /** How often one speaker may use it: this many at once, then one in this many seconds. */
  readonly limit: { readonly burst: number; readonly everySeconds: number };
  readonly run: (call: CommandCall) => Promise<readonly BotReply[]>;
}

export function toChannel(text: string): readonly BotReply[] {
  return [{ text, to: "channel" }];
}

export function toSpeaker(...lines: readonly string[]): readonly BotReply[] {
  return lines.map((text) => ({ text, to: "speaker" }));
}

/** Told how to write a command. */
export function usageOf({ name, usage }: Pick<BotCommand, "name" | "usage">): string {
  return usage === "" ? `.${name}` : `.${name} ${usage}`;
}
