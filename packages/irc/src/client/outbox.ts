import { type Clock, Timers } from "./timers.ts";
import { FairQueue } from "./fair-queue.ts";
import { addLine, decideWaitMs, type FloodDebt, type FloodLimits } from "./flood-rules.ts";
import type { Letter } from "./letter.ts";
import type { SayLane } from "./outgoing-text.ts";

/** Relayed messages wait their turn: at the strictest pace a line takes three seconds. */
const RELAY_CAPS = { lines: 200, linesPerSender: 60 };
const REPLY_CAPS = { lines: 30, linesPerSender: 12 };
const MAX_COMMANDS = 200;
/** A late reply is worthless in a conversation; what someone said is still worth reading. */
const OLDEST_MS: Readonly<Record<SayLane, number>> = { reply: 30_000, relay: 600_000 };
const CRLF_BYTES = 2;

/**
 * Lines waiting to be sent on one connection, in lanes: lines that keep the connection alive go at once, then commands,
 * then our replies, then messages we relay. Every line counts towards the server's flood limit.
 */
export class Outbox {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #write: (line: string) => void;
  readonly #writeLetterLine: (letter: Letter, line: number) => string;
  readonly #limits: FloodLimits;
  readonly #lanes: Readonly<Record<SayLane, FairQueue<Letter>>> = {
    reply: new FairQueue(REPLY_CAPS),
    relay: new FairQueue(RELAY_CAPS),
  };
  #commands: string[] = [];
  #debt: FloodDebt = { owedMs: 0, atMs: 0 };

  constructor(options: {
    readonly clock: Clock;
    readonly limits: FloodLimits;
    readonly write: (line: string) => void;
    /** Builds the line as it is sent, so that the pending echo matches it. */
    readonly writeLetterLine: (letter: Letter, line: number) => string;
  }) {
    this.#clock = options.clock;
    this.#timers = new Timers(options.clock);
    this.#limits = options.limits;
    this.#write = options.write;
    this.#writeLetterLine = options.writeLetterLine;
  }

  /** Sends a line at once, ahead of all others. */
  sendNow(line: string): void {
    this.#send(line);
  }

  /** Queues a command. @returns whether there was room */
  send(line: string): boolean {
    if (this.#commands.length >= MAX_COMMANDS) return false;
    this.#commands.push(line);
    this.#pump();
    return true;
  }

  /** Queues a message, or settles it as not delivered when there is no room. */
  say(letter: Letter): void {
    const added = this.#lanes[letter.request.lane].add(letter);
    if (added === "queued") this.#pump();
    else if (added === "full") letter.fail("the channel is busy");
    else letter.fail("too many messages at once");
  }

  /** Drops unsent messages for a channel that we have left. */
  dropChannel(channel: string, reason: string): void {
    const isFor = (letter: Letter) =>
      letter.request.channel.toLowerCase() === channel.toLowerCase();
    for (const lane of Object.values(this.#lanes))
      for (const letter of lane.takeWhere(isFor)) letter.fail(reason);
  }

  /** Closes the queues; anything still in them is not delivered. */
  close(reason: string): void {
    this.#timers.close();
    this.#commands = [];
    for (const lane of Object.values(this.#lanes))
      for (const letter of lane.takeWhere(() => true)) letter.fail(reason);
  }

  #pump(): void {
    this.#timers.stop("pump");
    for (;;) {
      this.#dropOld();
      const next = this.#next();
      if (next === undefined) return;
      const nowMs = this.#clock.nowMs();
      const waitMs = decideWaitMs({
        debt: this.#debt,
        limits: this.#limits,
        bytes: next.bytes,
        nowMs,
      });
      if (waitMs > 0) {
        this.#timers.start("pump", Math.ceil(waitMs), () => this.#pump());
        return;
      }
      next.send();
    }
  }

  #dropOld(): void {
    const nowMs = this.#clock.nowMs();
    for (const name of ["reply", "relay"] as const)
      for (const letter of this.#lanes[name].takeOlderThan(nowMs - OLDEST_MS[name]))
        letter.fail("the channel is busy");
  }

  #next(): { bytes: number; send: () => void } | undefined {
    const [command] = this.#commands;
    if (command !== undefined) {
      const send = () => {
        this.#commands.shift();
        this.#send(command);
      };
      return { bytes: Buffer.byteLength(command), send };
    }
    for (const lane of [this.#lanes.reply, this.#lanes.relay]) {
      const next = lane.peek();
      const line = next?.item.lines[next.line];
      if (next === undefined || line === undefined) continue;
      const send = () => {
        lane.shift();
        this.#send(this.#writeLetterLine(next.item, next.line));
      };
      return { bytes: Buffer.byteLength([line.command, ...line.params].join(" ")), send };
    }
    return undefined;
  }

  #send(line: string): void {
    const nowMs = this.#clock.nowMs();
    const bytes = Buffer.byteLength(line) + CRLF_BYTES;
    this.#debt = addLine({ debt: this.#debt, limits: this.#limits, bytes, nowMs });
    this.#write(line);
  }
}
