import { serialiseMessage, type Source } from "../protocol/message.ts";
import type { Capability } from "./capabilities.ts";

/** A message for one client or hundreds. */
export interface OutgoingMessage {
  /** undefined for ERROR, which has none. */
  readonly source: Source | undefined;
  readonly command: string;
  readonly params: readonly string[];
  readonly timeMs: number;
  /** The speaker's account, sent to clients with account-tag. */
  readonly account?: string | undefined;
  readonly isBot?: boolean;
  readonly messageId?: string;
  /** Tags beginning with "+", passed on between clients. */
  readonly clientTags?: ReadonlyMap<string, string>;
  /** Nick of the user who relayed it from another network. */
  readonly relayedBy?: string;
}

/** Tags for one recipient only. */
export type RecipientTags = ReadonlyMap<"label" | "batch", string>;

/** A message that is serialised once per set of tags, however many receive it. */
export class Outgoing {
  readonly message: OutgoingMessage;
  readonly #lines = new Map<number, Buffer>();

  constructor(message: OutgoingMessage) {
    this.message = message;
  }

  /** The line with its CRLF and the tags these capabilities ask for. */
  lineFor(capabilities: ReadonlySet<Capability>, extra?: RecipientTags): Buffer {
    if (extra !== undefined) return this.#write(capabilities, extra);
    const key =
      (capabilities.has("server-time") ? 1 : 0) +
      (capabilities.has("account-tag") ? 2 : 0) +
      (capabilities.has("message-tags") ? 4 : 0) +
      (capabilities.has("draft/relaymsg") ? 8 : 0);
    let line = this.#lines.get(key);
    if (line === undefined) {
      line = this.#write(capabilities, new Map());
      this.#lines.set(key, line);
    }
    return line;
  }

  #write(capabilities: ReadonlySet<Capability>, extra: RecipientTags): Buffer {
    const { source, command, params, timeMs, account, isBot, messageId, clientTags, relayedBy } =
      this.message;
    const tags = new Map<string, string>(extra);
    if (capabilities.has("server-time")) tags.set("time", new Date(timeMs).toISOString());
    if (capabilities.has("account-tag") && account !== undefined) tags.set("account", account);
    if (capabilities.has("draft/relaymsg") && relayedBy !== undefined)
      tags.set("draft/relaymsg", relayedBy);
    if (capabilities.has("message-tags")) {
      if (messageId !== undefined) tags.set("msgid", messageId);
      if (isBot === true) tags.set("bot", "");
      for (const [name, value] of clientTags ?? []) tags.set(name, value);
    }
    return Buffer.from(
      `${serialiseMessage({ tags, ...(source === undefined ? {} : { source }), command, params })}\r\n`,
    );
  }
}
