import { type CommandName, commands, type ToOnAir } from "@neonrelay/on-air/protocol";

/** on-air can't be reached, did not respond in time, or the link broke before it responded. */
export class LinkDownError extends Error {
  override readonly name = "LinkDownError";
}

/** on-air refused the command; the message is its reason. */
export class CommandRefusedError extends Error {
  override readonly name = "CommandRefusedError";
}

interface OpenCommand {
  readonly name: CommandName;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Maximum commands awaiting a reply; more are refused. */
const MAX_OPEN = 1000;

/** Commands sent to on-air that await a reply. */
export class OpenCommands {
  readonly #write: (message: ToOnAir) => void;
  readonly #open = new Map<number, OpenCommand>();
  #nextId = 1;

  constructor(write: (message: ToOnAir) => void) {
    this.#write = write;
  }

  /** @throws LinkDownError, CommandRefusedError */
  async send(name: CommandName, input: unknown, limitMs: number): Promise<unknown> {
    if (this.#open.size >= MAX_OPEN) throw new LinkDownError("The stream engine is too busy");
    const id = this.#nextId;
    this.#nextId += 1;
    const answer = Promise.withResolvers<unknown>();
    this.#open.set(id, { name, resolve: answer.resolve, reject: answer.reject });
    const timer = setTimeout(
      () =>
        this.#take(id)?.reject(
          new LinkDownError(`The stream engine did not answer '${name}' in time`),
        ),
      limitMs,
    );
    this.#write({ kind: "command", id, name, input });
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ignores replies to commands that no longer wait. */
  answer(id: number, output: unknown): void {
    const command = this.#take(id);
    if (command === null) return;
    const parsed = commands[command.name].output.safeParse(output);
    if (parsed.success) command.resolve(parsed.data);
    else
      command.reject(
        new Error(`on-air answered ${command.name} with an invalid reply`, { cause: parsed.error }),
      );
  }

  refuse(id: number, reason: string): void {
    this.#take(id)?.reject(new CommandRefusedError(reason));
  }

  /** Rejects all waiting commands: the link is lost. */
  lose(): void {
    for (const { reject } of this.#open.values())
      reject(new LinkDownError("The link to the stream engine was lost"));
    this.#open.clear();
  }

  #take(id: number): OpenCommand | null {
    const command = this.#open.get(id) ?? null;
    this.#open.delete(id);
    return command;
  }
}
