import type { QueuedLines } from "./fair-queue.ts";
import type { Delivery, OutgoingLine, SayRequest } from "./outgoing-text.ts";

/** An outgoing message. Its sender learns its fate once. */
export class Letter implements QueuedLines {
  readonly request: SayRequest;
  readonly lines: readonly OutgoingLine[];
  readonly queuedAtMs: number;
  readonly #settle: (delivery: Delivery) => void;
  #unconfirmed: number;
  #first: { msgid: string | undefined; serverTimeMs: number | undefined } | undefined;
  #isSettled = false;
  readonly #refusal = Promise.withResolvers<string | null>();

  constructor(options: {
    readonly request: SayRequest;
    readonly lines: readonly OutgoingLine[];
    readonly queuedAtMs: number;
    readonly settle: (delivery: Delivery) => void;
  }) {
    this.request = options.request;
    this.lines = options.lines;
    this.queuedAtMs = options.queuedAtMs;
    this.#settle = options.settle;
    this.#unconfirmed = options.lines.length;
  }

  get sender(): string {
    return this.request.sender;
  }

  get lineCount(): number {
    return this.lines.length;
  }

  /** One more line is known to have been passed on. */
  confirmLine(msgid: string | undefined, serverTimeMs: number | undefined): void {
    this.#first ??= { msgid, serverTimeMs };
    this.#unconfirmed -= 1;
    if (this.#unconfirmed === 0) this.#end({ kind: "confirmed", ...this.#first });
  }

  /** One more line went to a server without confirmations. */
  sendLine(): void {
    this.#unconfirmed -= 1;
    if (this.#unconfirmed === 0) this.#end({ kind: "sent", refusal: this.#refusal.promise });
  }

  /** The server would have refused the last line by now. */
  passLine(): void {
    if (this.#unconfirmed === 0) this.#refusal.resolve(null);
  }

  /** The server refused one of the lines. */
  refuse(reason: string): void {
    this.#refusal.resolve(reason);
    this.#end({ kind: "refused", reason });
  }

  fail(reason: string): void {
    this.#refusal.resolve(reason);
    this.#end({ kind: "not-delivered", reason });
  }

  #end(delivery: Delivery): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#settle(delivery);
  }
}
