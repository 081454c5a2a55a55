import { rmSync } from "node:fs";
import { unlink } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import type { Logger } from "@neonrelay/process/log";
import { lostRowsSchema, type LostRows } from "../protocol/index.ts";
import { StateFile } from "../state/state-file.ts";
import { readRows, type Segment } from "./ledger-files.ts";
import { lostOf, rollUp } from "./roll-up-rules.ts";

const ROWS_AT_A_TIME = 5000;

const schema = z.object({
  lost: z.array(lostRowsSchema),
  /** Names of files whose rows are in `lost`, and that may still be there. */
  files: z.array(z.string()),
});
type Stored = Readonly<z.infer<typeof schema>>;

/** Roll-ups of rows that had no room. */
export class LostStore {
  readonly #file: StateFile<Stored>;
  readonly #log: Logger;
  #lost: readonly LostRows[];
  #files: readonly string[] = [];

  /** Removes the files that the last run had no time to remove. */
  constructor({ folder, log }: { readonly folder: string; readonly log: Logger }) {
    this.#file = new StateFile<Stored>({ path: path.join(folder, "lost.json"), log });
    this.#log = log;
    const { lost, files } = this.#file.load(schema) ?? { lost: [], files: [] };
    for (const name of files) rmSync(path.join(folder, path.basename(name)), { force: true });
    this.#lost = lost;
  }

  /** Oldest first. */
  get rows(): readonly LostRows[] {
    return this.#lost;
  }

  add(more: readonly LostRows[], givenNumber: number): void {
    this.#become(rollUp(this.#lost, more, givenNumber), this.#files);
    this.#log.warn("the listeners' ledger is full: its oldest rows are kept as sums only");
  }

  /** Rolls a file up, and removes it. @param after rows up to it are stored elsewhere */
  async take(
    segment: Segment,
    { after, givenNumber }: { readonly after: number; readonly givenNumber: number },
  ): Promise<void> {
    let offset = 0;
    let newest = after;
    let lost: readonly LostRows[] = [];
    for (;;) {
      const read = await readRows(segment, { after: newest, most: ROWS_AT_A_TIME, offset });
      lost = rollUp(lost, [...read.lost, ...read.rows.map(lostOf)], 0);
      newest = Math.max(newest, ...lost.map(({ number }) => number));
      if (read.offset === offset) break;
      ({ offset } = read);
    }
    const name = path.basename(segment.path);
    this.#become(rollUp(this.#lost, lost, givenNumber), [...this.#files, name]);
    this.#log.warn("the listeners' ledger is full: its oldest rows are kept as sums only");
    await this.#file.flush();
    await unlink(segment.path);
    this.#become(
      this.#lost,
      this.#files.filter((file) => file !== name),
    );
  }

  /** The server has stored everything up to that number. */
  acknowledge(number: number): void {
    if ((this.#lost[0]?.number ?? Number.POSITIVE_INFINITY) > number) return;
    this.#become(
      this.#lost.filter((row) => row.number > number),
      this.#files,
    );
  }

  async flush(): Promise<void> {
    await this.#file.flush();
  }

  #become(lost: readonly LostRows[], files: readonly string[]): void {
    this.#lost = lost;
    this.#files = files;
    this.#file.save({ lost: [...lost], files: [...files] });
  }
}
