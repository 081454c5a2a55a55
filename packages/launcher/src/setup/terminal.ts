import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { Writable } from "node:stream";

/** Questions on the terminal. Closing it gives the terminal back. */
export class Terminal implements Disposable {
  #isSecret = false;
  #isClosed = false;
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
  });

  constructor() {
    // Ctrl-C and Ctrl-D: what is asked then has no answer any more.
    this.#lines.on("SIGINT", () => this.#lines.close());
    this.#lines.on("close", () => {
      if (this.#isClosed) return;
      process.stdout.write("\nNothing more was done.\n");
      process.exit(1);
    });
  }

  async ask(question: string, fallback: string): Promise<string> {
    const hint = fallback === "" ? "" : ` [${fallback}]`;
    const answer = await this.#lines.question(`${question}${hint}: `);
    return answer.trim() === "" ? fallback : answer.trim();
  }

  async askSecret(question: string): Promise<string> {
    process.stdout.write(`${question}: `);
    this.#isSecret = true;
    try {
      return await this.#lines.question("");
    } finally {
      this.#isSecret = false;
      process.stdout.write("\n");
    }
  }

  async confirm(question: string): Promise<boolean> {
    return /^y(?:es)?$/i.test(await this.ask(`${question} (yes, no)`, "no"));
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
