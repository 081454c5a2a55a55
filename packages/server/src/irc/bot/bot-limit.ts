import type { Requester } from "../../identity/visitor.ts";
import { createTokenBucket } from "../../limits/token-bucket.ts";
import { createVisitorLimit, type VisitorLimit } from "../../limits/visitor-limit.ts";
import type { BotCommand } from "./command.ts";

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

export function createBotLimit(nowMs: () => number): BotLimit {
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
