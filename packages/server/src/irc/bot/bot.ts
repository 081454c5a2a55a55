import type { Caller } from "../../identity/rights-rules.ts";
import { toCaller } from "../../accounts/session-actions.ts";
import { foldName } from "../../chat/chat-rules.ts";
import { findAccountById } from "../../accounts/account-store.ts";
import {
  areWritesHeld,
  isDatabaseAway,
  WRITES_HELD_WORDS,
} from "../../database/database-failures.ts";
import { CommandRefusedError, LinkDownError } from "../../on-air-link/open-commands.ts";
import { waitOf } from "../../limits/wait-words.ts";
import { findRefusal } from "./access-rules.ts";
import { Announcer } from "./announcer.ts";
import { botCommands } from "./bot-commands.ts";
import type { BotParts } from "./bot-parts.ts";
import { createChoices } from "./track-choice.ts";
import { type BotCommand, type BotReply, type Speaker, toSpeaker } from "./command.ts";
import { parseCommand, toLine } from "./line-rules.ts";
import { createSkipVotes } from "./skip-votes.ts";
import type { Requester } from "../../identity/visitor.ts";
import {
  createTokenBucket,
  createVisitorLimit,
  type VisitorLimit,
} from "../../limits/rate-limit.ts";
import type { Occurrence, OnNow } from "@neonrelay/contract";
import { asShow, wordNow } from "./show-words.ts";

export interface Bot {
  /**
   * Replies to a channel line if it is a command.
   * @returns the answer's lines in order, plain text of at most MAX_LINE_BYTES each; null if it is no command
   */
  reply(line: {
    readonly speaker: Speaker;
    readonly text: string;
  }): Promise<readonly BotReply[] | null>;
  close(): void;
}

/** The station's voice in the channel: runs commands and announces what comes on air. */
export function createBot(parts: BotParts): Bot {
  const { nowMs, settings, log } = parts;
  const memory = {
    choices: createChoices(nowMs),
    votes: createSkipVotes(),
    commands: botCommands,
  };
  const limit = createBotLimit(nowMs);
  const announcers = [new Announcer(parts), new ShowAnnouncer(parts)];

  const answer = async (
    command: BotCommand,
    { speaker, argument }: { readonly speaker: Speaker; readonly argument: string },
  ): Promise<readonly BotReply[]> => {
    const taken = limit.take(command, speaker.requester);
    if (taken.kind === "busy") return [];
    if (taken.kind === "too-often")
      return taken.isTold
        ? toSpeaker(
            `Too many commands; try .${command.name} again ${waitOf(taken.untilMs - nowMs())}`,
          )
        : [];
    const isForAnybody = command.access === "public" && command.isReading;
    const caller = isForAnybody ? ({ kind: "guest" } as const) : await findCaller(parts, speaker);
    const refusal = findRefusal({ command, speaker, caller, policy: settings.current });
    if (refusal !== null) return toSpeaker(refusal);
    return await command.run({ speaker, caller, argument, parts, ...memory });
  };
  return {
    reply: async ({ speaker, text }) => {
      const typed = parseCommand(text);
      const command = botCommands.find(({ name }) => name === typed?.name);
      if (typed === null || command === undefined) return null;
      if (foldName(speaker.nick) === foldName(settings.current.botName)) return null;
      try {
        const replies = await answer(command, { speaker, argument: typed.argument });
        return replies.map(({ text: line, to }) => ({ text: toLine(line), to }));
      } catch (error) {
        const words = wordFailure(error);
        if (words === null) log.error({ error, command: command.name }, "a command failed");
        return toSpeaker(words ?? "Something went wrong on our side");
      }
    },
    close: () => {
      for (const announcer of announcers) announcer.close();
    },
  };
}

/** Looked up again: the account may have changed or been disabled since the speaker signed in. */
async function findCaller(
  { database }: Pick<BotParts, "database">,
  { account, requester }: Speaker,
): Promise<Caller> {
  if (account === null) return requester.isOperator ? { kind: "access-code" } : { kind: "guest" };
  const found = await findAccountById(database.connection, account.id);
  if (found === null || !found.isActive) return { kind: "guest" };
  return toCaller(found);
}

/** @returns null for an unexpected error */
function wordFailure(error: unknown): string | null {
  if (isDatabaseAway(error)) return "The station's database is not responding; try again soon";
  if (areWritesHeld(error)) return WRITES_HELD_WORDS;
  if (error instanceof LinkDownError || error instanceof CommandRefusedError) return error.message;
  return null;
}

/** `too-often`: this speaker, who gets an occasional notice; `busy`: everyone together, without a notice. */
type LimitOutcome =
  | { readonly kind: "taken" }
  | { readonly kind: "too-often"; readonly untilMs: number; readonly isTold: boolean }
  | { readonly kind: "busy" };

interface BotLimit {
  /** Counts one use of a command. */
  take(command: BotCommand, requester: Requester): LimitOutcome;
}

/** Answers in the whole channel: a network accepts about one line per second from a client. */
const ALL = { burst: 10, perSecond: 1 };
/** How often a speaker gets a notice to slow down. */
const TOLD = { burst: 1, perSecond: 1 / 30 };

function createBotLimit(nowMs: () => number): BotLimit {
  const ofCommands = new Map<string, VisitorLimit>();
  const all = createTokenBucket(ALL);
  const told = createVisitorLimit({ ...TOLD, nowMs });
  const limitOf = ({ name, limit: { burst, everySeconds } }: BotCommand): VisitorLimit => {
    const kept = ofCommands.get(name);
    if (kept !== undefined) return kept;
    const created = createVisitorLimit({ burst, perSecond: 1 / everySeconds, nowMs });
    ofCommands.set(name, created);
    return created;
  };
  return {
    take: (command, { key, network }) => {
      // Without a network only the key counts.
      const speaker = { key, network: network ?? key };
      const untilMs = limitOf(command).take(speaker);
      if (untilMs !== null)
        return { kind: "too-often", untilMs, isTold: told.take(speaker) === null };
      // A flood of commands must not block the commands that end it.
      if (command.access === "moderation") return { kind: "taken" };
      return all.take(nowMs()) ? { kind: "taken" } : { kind: "busy" };
    },
  };
}

type ShowAnnouncerParts = Pick<BotParts, "events" | "settings" | "schedule" | "announce" | "nowMs">;

/** Announces in the channel when a show begins. A show already on at the first check is not announced. */
class ShowAnnouncer {
  readonly #parts: ShowAnnouncerParts;
  readonly #unsubscribe: () => void;
  /** null: none was on. */
  #lastId: string | null;

  constructor(parts: ShowAnnouncerParts) {
    this.#parts = parts;
    this.#lastId = idOf(parts.schedule.onNow(parts.nowMs()).now);
    this.#unsubscribe = parts.events.subscribe((event) => {
      if (event.type === "show.changed") this.#take(event);
    });
  }

  close(): void {
    this.#unsubscribe();
  }

  #take({ now }: OnNow): void {
    const { settings, schedule, announce } = this.#parts;
    const id = idOf(now);
    const isNews = id !== this.#lastId;
    this.#lastId = id;
    const show = asShow(now);
    if (!isNews || show === null || !settings.current.announcesShows) return;
    announce(toLine(`Now: ${wordNow(show, schedule)}`));
  }
}

function idOf(now: Occurrence | null): string | null {
  return now?.show?.id ?? null;
}
