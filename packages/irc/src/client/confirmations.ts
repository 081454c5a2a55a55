import type { Letter } from "./letter.ts";
import type { OutgoingLine } from "./outgoing-text.ts";

/** InspIRCd holds lines back by a second each. */
const CONFIRM_WITHIN_MS = 60_000;

/** A server that echoes nothing says within this time that it refuses a line. */
const REFUSED_WITHIN_MS = 10_000;

interface SentLine {
  readonly letter: Letter;
  readonly line: OutgoingLine;
  readonly label: string;
  readonly sentAtMs: number;
}

/** Lines sent whose echo, or refusal, has not come yet, oldest first. */
export class Confirmations {
  #waiting: readonly SentLine[] = [];
  /** Those that no echo will come of, while the server may still refuse them. */
  #unechoed: readonly SentLine[] = [];
  #labels = 0;

  get size(): number {
    return this.#waiting.length + this.#unechoed.length;
  }

  /** @returns the label to send the line with, where the server takes labels */
  add(letter: Letter, line: OutgoingLine, nowMs: number): string {
    this.#labels += 1;
    const label = `l${this.#labels}`;
    this.#waiting = [...this.#waiting, { letter, line, label, sentAtMs: nowMs }];
    return label;
  }

  /** A line of which no echo will come. */
  addUnechoed(letter: Letter, line: OutgoingLine, nowMs: number): void {
    this.#unechoed = [...this.#unechoed, { letter, line, label: "", sentAtMs: nowMs }];
  }

  /** An echo: by its label, else it is of the oldest line to that target. @returns whether it was waited for */
  confirm(echo: {
    readonly label: string | undefined;
    readonly target: string;
    readonly msgid: string | undefined;
    readonly serverTimeMs: number | undefined;
  }): boolean {
    const sent = this.#take(echo.label, echo.target);
    sent?.letter.confirmLine(echo.msgid, echo.serverTimeMs);
    return sent !== undefined;
  }

  /** The server has refused a line. */
  refuse(label: string | undefined, target: string, reason: string): OutgoingLine | undefined {
    const sent = this.#take(label, target) ?? this.#takeUnechoed(target);
    sent?.letter.refuse(reason);
    return sent?.line;
  }

  /** Gives up what has waited too long. */
  expire(nowMs: number): void {
    const isLate = ({ sentAtMs }: SentLine) => nowMs - sentAtMs >= CONFIRM_WITHIN_MS;
    for (const { letter } of this.#waiting.filter(isLate))
      letter.fail("the server has not confirmed it");
    this.#waiting = this.#waiting.filter((sent) => !isLate(sent));
    const isPassed = ({ sentAtMs }: SentLine) => nowMs - sentAtMs >= REFUSED_WITHIN_MS;
    for (const { letter } of this.#unechoed.filter(isPassed)) letter.passLine();
    this.#unechoed = this.#unechoed.filter((sent) => !isPassed(sent));
  }

  failAll(reason: string): void {
    for (const { letter } of this.#waiting) letter.fail(reason);
    for (const { letter } of this.#unechoed) letter.passLine();
    this.#waiting = [];
    this.#unechoed = [];
  }

  /** The newest: a server that begins to refuse has let the lines before pass. */
  #takeUnechoed(target: string): SentLine | undefined {
    const found = this.#unechoed.findLast(
      ({ line }) => line.params[0]?.toLowerCase() === target.toLowerCase(),
    );
    this.#unechoed = this.#unechoed.filter((sent) => sent !== found);
    return found;
  }

  #take(label: string | undefined, target: string): SentLine | undefined {
    const found = this.#waiting.find((sent) =>
      label === undefined
        ? sent.line.params[0]?.toLowerCase() === target.toLowerCase()
        : sent.label === label,
    );
    this.#waiting = this.#waiting.filter((sent) => sent !== found);
    return found;
  }
}
