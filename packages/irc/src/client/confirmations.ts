import type { Letter } from "./letter.ts";
import type { OutgoingLine } from "./outgoing-text.ts";

/** InspIRCd delays lines by a second each. */
const CONFIRM_WITHIN_MS = 60_000;

/** A server without echo reports a refused line within this time. */
const REFUSED_WITHIN_MS = 10_000;

interface SentLine {
  readonly letter: Letter;
  readonly line: OutgoingLine;
  readonly label: string;
  readonly sentAtMs: number;
}

/** Lines sent but not yet echoed or refused, oldest first. */
export class Confirmations {
  readonly #fold: (name: string | undefined) => string;
  #waiting: readonly SentLine[] = [];
  /** Lines that get no echo but may still be refused. */
  #unechoed: readonly SentLine[] = [];
  #labels = 0;

  /** @param fold makes names equal that are the same for the server */
  constructor(fold: (name: string | undefined) => string) {
    this.#fold = fold;
  }

  get size(): number {
    return this.#waiting.length + this.#unechoed.length;
  }

  /** @returns the label to send with the line, if the server supports labels */
  add(letter: Letter, line: OutgoingLine, nowMs: number): string {
    this.#labels += 1;
    const label = `l${this.#labels}`;
    this.#waiting = [...this.#waiting, { letter, line, label, sentAtMs: nowMs }];
    return label;
  }

  /** Adds a line that gets no echo. */
  addUnechoed(letter: Letter, line: OutgoingLine, nowMs: number): void {
    this.#unechoed = [...this.#unechoed, { letter, line, label: "", sentAtMs: nowMs }];
  }

  /** Matches an echo by its label, else to the oldest line for that target. @returns whether one was waiting */
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

  /** Records that the server refused a line. */
  refuse(label: string | undefined, target: string, reason: string): OutgoingLine | undefined {
    const sent = this.#take(label, target) ?? this.#takeUnechoed(target);
    sent?.letter.refuse(reason);
    return sent?.line;
  }

  /** Gives up lines that have waited too long. */
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

  /** The newest one: if the server now refuses, it let earlier lines pass. */
  #takeUnechoed(target: string): SentLine | undefined {
    const found = this.#unechoed.findLast(
      ({ line }) => this.#fold(line.params[0]) === this.#fold(target),
    );
    this.#unechoed = this.#unechoed.filter((sent) => sent !== found);
    return found;
  }

  #take(label: string | undefined, target: string): SentLine | undefined {
    const found = this.#waiting.find((sent) =>
      label === undefined
        ? this.#fold(sent.line.params[0]) === this.#fold(target)
        : sent.label === label,
    );
    this.#waiting = this.#waiting.filter((sent) => sent !== found);
    return found;
  }
}
