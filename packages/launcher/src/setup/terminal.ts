import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { Writable } from "node:stream";

/** Prompts on the terminal. Closing it restores the terminal. */
export class Terminal implements Disposable {
  #isSecret = false;
  #isBusy = false;
  #isClosed = false;
  /** Typed, or pasted, before its question was asked. */
  #early: string[] = [];
  #take: ((line: string) => void) | null = null;
  readonly #lines = createInterface({
    input: process.stdin,
    // readline echoes what is typed: suppressed for passwords.
    output: new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!this.#isSecret) process.stdout.write(chunk);
        done();
      },
    }),
    terminal: true,
    // Otherwise the arrow keys would recall a password in plain sight.
    historySize: 0,
  });

  /** @param what a person stops with Ctrl-C, as the start of a sentence */
  constructor(what: string) {
    this.#lines.on("line", (line) => {
      const take = this.#take;
      this.#take = null;
      if (take === null) this.#early.push(line);
      else take(line);
    });
    this.#lines.on("SIGINT", () => {
      if (this.#isBusy) process.stdout.write("One moment: this has to be finished.\n");
      else this.#lines.close();
    });
    // Ctrl-C, Ctrl-D or a closed terminal: the question will get no answer.
    this.#lines.on("close", () => {
      if (this.#isClosed) return;
      process.stdout.write(`\n${what} was stopped. Nothing more was done.\n`);
      process.exit(1);
    });
  }

  /** Returns the input, or the fallback if empty. */
  async ask(question: string, fallback: string): Promise<string> {
    const hint = fallback === "" ? "" : ` [${fallback}]`;
    const prompt = `${question}${hint}: `;
    const early = this.#early.shift();
    if (early !== undefined) process.stdout.write(`${prompt}${early}\n`);
    const answer = early ?? (await this.#read(prompt));
    return answer.trim() === "" ? fallback : answer.trim();
  }

  /** Asks without echo. Input typed before the prompt was echoed, so it is discarded. */
  async askSecret(question: string): Promise<string> {
    this.#early = [];
    process.stdout.write(`${question}: `);
    this.#isSecret = true;
    try {
      return await this.#read("");
    } finally {
      this.#isSecret = false;
      process.stdout.write("\n");
    }
  }

  async confirm(question: string): Promise<boolean> {
    return /^y(?:es)?$/i.test(await this.ask(`${question} (yes, no)`, "no"));
  }

  async #read(prompt: string): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    this.#take = resolve;
    this.#lines.setPrompt(prompt);
    this.#lines.prompt();
    return await promise;
  }

  /** Waits for work that Ctrl-C must not interrupt. */
  async finish<Outcome>(work: Promise<Outcome>): Promise<Outcome> {
    this.#isBusy = true;
    try {
      return await work;
    } finally {
      this.#isBusy = false;
    }
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#lines.close();
  }
}

/** The first line of piped input. */
export async function readPasswordFromStdin(): Promise<string> {
  return (await text(process.stdin)).split(/\r?\n/)[0] ?? "";
}
