import { connect, type Socket } from "node:net";
import {
  fromOnAirSchema,
  MAX_LINE_BYTES,
  PROTOCOL_VERSION,
  type CommandName,
  type Commands,
  type FromOnAir,
} from "@neonrelay/on-air/protocol";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import type * as z from "zod";

const ANSWER_LIMIT_MS = 10_000;

/** The server's end of the link: sends orders, stores nothing and acknowledges everything. */
export class OnAirLink implements Disposable {
  readonly #socket: Socket;
  readonly #onMessage: (message: FromOnAir) => void;
  readonly #answers = new Map<number, (message: FromOnAir) => void>();
  #newestId = 0;

  /** @param onMessage called with everything on-air reports */
  constructor(socketPath: string, onMessage: (message: FromOnAir) => void) {
    this.#socket = connect(socketPath);
    this.#socket.on("error", () => {}); // on-air has ended
    this.#onMessage = onMessage;
    this.#socket.write(
      toJsonLine({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null }),
    );
    this.#read().catch((error: unknown) => {
      if (!this.#socket.destroyed) console.error(error);
    });
  }

  /** Sends an order. @returns the answer's output @throws when it is refused or not answered in time */
  async order<Name extends CommandName>(
    name: Name,
    input: z.input<Commands[Name]["input"]>,
  ): Promise<unknown> {
    this.#newestId += 1;
    const id = this.#newestId;
    const answered = Promise.withResolvers<FromOnAir>();
    this.#answers.set(id, answered.resolve);
    const timer = setTimeout(
      () => answered.reject(new Error(`on-air did not answer ${name}`)),
      ANSWER_LIMIT_MS,
    );
    try {
      this.#socket.write(toJsonLine({ kind: "command", id, name, input }));
      const answer = await answered.promise;
      if (answer.kind === "reply") return answer.output;
      throw new Error(`on-air refused ${name}: ${JSON.stringify(answer)}`);
    } finally {
      clearTimeout(timer);
      this.#answers.delete(id);
    }
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  async #read(): Promise<void> {
    for await (const value of readJsonLines(this.#socket, { maxLineBytes: MAX_LINE_BYTES })) {
      const message = fromOnAirSchema.parse(value);
      if (message.kind === "reply" || message.kind === "refusal")
        this.#answers.get(message.id)?.(message);
      else this.#onMessage(message);
      if (message.kind === "event")
        void this.order("acknowledge", { number: message.number }).catch(() => {}); // it is ending
    }
  }
}
