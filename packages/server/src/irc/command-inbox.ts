import type { ChatMessage } from "@neonrelay/contract";
import type { IrcEvent, Member } from "@neonrelay/irc/client";
import type { Identity } from "@neonrelay/irc/server";
import type { Logger } from "@neonrelay/process/log";
import type { Database } from "../database/database.ts";
import type { WebSpeaker } from "../events/station-events.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { Bot } from "./bot/bot.ts";
import type { BotReply } from "./bot/command.ts";
import { findIrcSpeaker, toWebSpeaker, type IrcPlace } from "./speakers.ts";

type MessageEvent = Extract<IrcEvent, { type: "message" }>;

interface CommandInboxParts {
  readonly bot: Bot;
  readonly database: Database;
  readonly log: Logger;
  readonly isEmbeddedServer: boolean;
  /** Present identity of someone on the station's own server; null: they left or changed nick. */
  readonly identityOf: (from: MessageEvent["from"]) => Identity | null;
  /** See personKey. */
  readonly secret: () => string;
  readonly sayInChannel: (text: string) => void;
  readonly notifyNick: (nick: string, text: string) => void;
  readonly notifyVisitor: (visitorKey: string, text: string) => void;
}

/** Maximum commands waiting for the bot; more are ignored. */
const MAX_WAITING = 100;

/** How long a browser's command may take to reach IRC before the bot answers anyway, in ms. */
const RELAY_WAIT_MS = 2000;

/** Hands commands to the bot one at a time, and its answers to where they belong. */
export class CommandInbox {
  readonly #parts: CommandInboxParts;
  #working: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor(parts: CommandInboxParts) {
    this.#parts = parts;
  }

  /** @param member the author as a member of the channel; undefined: not in it */
  takeFromIrc(event: MessageEvent, { member }: { readonly member: Member | undefined }): void {
    const { bot, database, isEmbeddedServer, identityOf, secret, notifyNick } = this.#parts;
    const nick = event.from.name;
    // Looked up now: by its turn someone else may have the nick.
    const place: IrcPlace = isEmbeddedServer
      ? { kind: "own-server", identity: identityOf(event.from) }
      : { kind: "network" };
    this.#takeInTurn(event.text, async () => {
      const speaker = await findIrcSpeaker(database.connection, {
        event,
        member,
        place,
        secret: secret(),
      });
      for (const reply of (await bot.reply({ speaker, text: event.text })) ?? [])
        this.#answer(event.isPrivate ? { ...reply, to: "speaker" } : reply, (text) =>
          notifyNick(nick, text),
        );
    });
  }

  /** @param said resolves once it was said on IRC, too, so that the answer does not come first there */
  takeFromWeb(
    { username, message: text }: ChatMessage,
    { speaker, said }: { readonly speaker: WebSpeaker; readonly said: Promise<unknown> },
  ): void {
    const { bot, isEmbeddedServer, secret, notifyVisitor } = this.#parts;
    const asker = toWebSpeaker({ nick: username, speaker, isEmbeddedServer, secret: secret() });
    this.#takeInTurn(text, async () => {
      await settledWithin(said, RELAY_WAIT_MS);
      for (const reply of (await bot.reply({ speaker: asker, text })) ?? [])
        this.#answer(reply, (line) => notifyVisitor(speaker.visitor.key, line));
    });
  }

  /** Drops waiting commands. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#working;
  }

  #takeInTurn(text: string, work: () => Promise<void>): void {
    // Every bot command begins like this; other lines need not wait their turn.
    if (!text.startsWith(".") || this.#waiting >= MAX_WAITING) return;
    this.#waiting += 1;
    this.#working = this.#working
      .then(async () => {
        if (!this.#isClosed) await work();
      })
      .catch((error: unknown) => this.#parts.log.error({ error }, "could not read a command"))
      .finally(() => (this.#waiting -= 1));
  }

  #answer({ text, to }: BotReply, notifySpeaker: (text: string) => void): void {
    if (to === "channel") this.#parts.sayInChannel(text);
    else notifySpeaker(text);
  }
}

async function settledWithin(work: Promise<unknown>, limitMs: number): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const limit = delay(limitMs, undefined, { signal }).catch(() => {}); // no longer needed
  await Promise.race([work, limit]);
  waiting.abort();
}
