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
  /** How someone on the station's own server is known there now; null: they have left or changed their nick. */
  readonly identityOf: (from: MessageEvent["from"]) => Identity | null;
  /** See personKey. */
  readonly secret: () => string;
  readonly sayInChannel: (text: string) => void;
  readonly notifyNick: (nick: string, text: string) => void;
  readonly notifyVisitor: (visitorKey: string, text: string) => void;
}

/** Commands that wait for the bot; more are not heard. */
const MAX_WAITING = 100;

/** How long what was asked in a browser may take to IRC before the bot answers it anyway, in ms. */
const RELAY_WAIT_MS = 2000;

/** Brings the bot what was said, one command after the other, and its answers to where they belong. */
export class CommandInbox {
  readonly #parts: CommandInboxParts;
  #working: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor(parts: CommandInboxParts) {
    this.#parts = parts;
  }

  /** @param member who said it, as a member of the channel; undefined: someone else */
  takeFromIrc(event: MessageEvent, { member }: { readonly member: Member | undefined }): void {
    const { bot, database, isEmbeddedServer, identityOf, secret, notifyNick } = this.#parts;
    const nick = event.from.name;
    // Looked up now: when its turn comes the nick may be another's.
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

  /** @param said resolves when it was said on IRC, too: an answer is not to come before it there */
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

  /** What waits is not heard any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#working;
  }

  #takeInTurn(text: string, work: () => Promise<void>): void {
    // Every command for the bot begins like this; other lines don't have to wait their turn.
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
  const limit = delay(limitMs, undefined, { signal }).catch(() => {}); // no longer waited for
  await Promise.race([work, limit]);
  waiting.abort();
}
