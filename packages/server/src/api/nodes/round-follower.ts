import type { FrameBus } from "../../bus/frame-bus.ts";
import { PartJoiner, topicOf } from "../../bus/sealed-parts.ts";
import { type SharedRound, sharedRoundSchema } from "../../socket/shared-rounds.ts";

const CHECK_INTERVAL_MS = 500;

interface RoundFollowerOptions {
  /** Owned by the caller. */
  readonly bus: FrameBus;
  /** Of the followed holder's lease. */
  readonly secret: string;
  /** Called once per round, in order. */
  readonly take: (round: SharedRound) => void;
  /** Rounds are missing: those who got the earlier ones must start afresh. */
  readonly lose: (reason: "gap" | "silence") => void;
}

/** Follows a holder's published rounds and notices gaps. */
export class RoundFollower {
  readonly #options: RoundFollowerOptions;
  readonly #joiner: PartJoiner;
  readonly #timer: NodeJS.Timeout;
  #last: number | null = null;
  #since = 0;
  #heardAtMs = performance.now();

  constructor(options: RoundFollowerOptions) {
    this.#options = options;
    this.#joiner = new PartJoiner(options.secret);
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
    options.bus.follow(topicOf(options.secret), (part) => this.#read(part));
  }

  /** Whether it hears the holder. */
  get isLive(): boolean {
    return this.#last !== null;
  }

  /** It has received every round after this one. */
  get since(): number {
    return this.#since;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#options.bus.unfollow();
  }

  #check(): void {
    if (this.#last === null || !isSilent(this.#heardAtMs, performance.now())) return;
    this.#last = null;
    this.#options.lose("silence");
  }

  #read(part: string): void {
    const text = this.#joiner.take(part);
    if (text === null) return;
    const round = readRound(text);
    if (round === null) return;
    const decision = decideRound({ last: this.#last, round });
    if (decision === "stale") return;
    this.#heardAtMs = performance.now();
    if (this.#last === null || decision === "gap") this.#since = round.sequence;
    this.#last = round.sequence;
    if (decision === "gap") this.#options.lose("gap");
    if (decision === "take") this.#options.take(round);
  }
}

/** @returns null for anything else: the seal proves a node sent it, but maybe one of another version */
function readRound(text: string): SharedRound | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return sharedRoundSchema.safeParse(value).data ?? null;
}

/** Longest silence of a holder, in ms: it sends something each second. */
const SILENCE_LIMIT_MS = 4000;

/** What a round means to a node: the next one, an old one, a sign of life, or proof that it missed some. */
export type RoundDecision = "take" | "stale" | "heard" | "gap";

/** @param last the previous round; null: the first one heard from this holder */
export function decideRound({
  last,
  round,
}: {
  readonly last: number | null;
  readonly round: SharedRound;
}): RoundDecision {
  const { sequence, messages } = round;
  // A socket that joins from now on has it in its first messages, or is sent away.
  if (last === null) return "heard";
  if (messages.length === 0 && sequence === last) return "heard";
  if (sequence <= last) return "stale";
  return messages.length > 0 && sequence === last + 1 ? "take" : "gap";
}

/** Both times on one monotonic clock. */
export function isSilent(heardAtMs: number, nowMs: number): boolean {
  return nowMs - heardAtMs > SILENCE_LIMIT_MS;
}
