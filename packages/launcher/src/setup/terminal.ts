import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { Writable } from "node:stream";

/** Questions on the terminal. Closing it gives the terminal back. */
export class Terminal implements Disposable {
  #isSecret = false;
  #isBusy = false;
  #isClosed = false;
  /** Typed, or pasted, before its question was asked. */
  #early: string[] = [];
  #take: ((line: string) => void) | null = null;
  readonly #lines = createInterface({
    input: process.stdin,
    // What is typed is shown by readline: not while it is a password.
    output: new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!this.#isSecret) process.stdout.write(chunk);
        done();
      },
    }),
    terminal: true,
    // The arrow keys would bring a password back, for all to see.
    historySize: 0,
  });

  /** @param what a person stops with Ctrl-C, as a sentence begins */
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
    // Ctrl-C, Ctrl-D or a terminal that is gone: the question has no answer any more.
    this.#lines.on("close", () => {
      if (this.#isClosed) return;
      process.stdout.write(`\n${what} was stopped. Nothing more was done.\n`);
      process.exit(1);
    });
  }

  /** @returns what is typed; of an empty line, the fallback */
  async ask(question: string, fallback: string): Promise<string> {
    const hint = fallback === "" ? "" : ` [${fallback}]`;
    const prompt = `${question}${hint}: `;
    const early = this.#early.shift();
    if (early !== undefined) process.stdout.write(`${prompt}${early}\n`);
    const answer = early ?? (await this.#read(prompt));
    return answer.trim() === "" ? fallback : answer.trim();
  }

  /** The same without showing what is typed; what was typed before was shown, and doesn't count. */
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

  /** Waits for something that Ctrl-C is not to cut off. */
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

/** The first line of what is piped in. */
export async function readPasswordFromStdin(): Promise<string> {
  return (await text(process.stdin)).split(/\r?\n/)[0] ?? "";
}
