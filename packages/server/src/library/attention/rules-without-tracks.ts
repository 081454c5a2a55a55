import type { KindRule } from "@neonrelay/contract";
import type { Database } from "../../database/database.ts";
import { findSettings } from "../../settings/settings-store.ts";
import { matchesRule } from "../kind-rules.ts";
import { listKindClues } from "../kind-rules-store.ts";

/** Scanning a large library takes a while, and the result rarely changes. */
const HOLDS_MS = 60_000;

/**
 * Rules for kinds that name a folder or a genre but match no track: it may have been renamed. Rules for a tag are not
 * listed, since they wait for files that have it.
 */
export class UnusedRules {
  readonly #database: Database;
  #found: Promise<readonly KindRule[]> | null = null;
  #rules = "";
  #atMs = -Infinity;

  constructor(database: Database) {
    this.#database = database;
  }

  /** At most a minute old. */
  async list(): Promise<readonly KindRule[]> {
    const all = (await findSettings(this.#database.connection))?.kindRules ?? [];
    const rules = all.filter(({ by }) => by !== "tag");
    const text = JSON.stringify(rules);
    const nowMs = performance.now();
    if (this.#found === null || this.#rules !== text || nowMs - this.#atMs > HOLDS_MS) {
      this.#rules = text;
      this.#atMs = nowMs;
      this.#found = this.#look(rules);
    }
    const found = this.#found;
    try {
      return await found;
    } catch (error) {
      // The database is down: the next call tries again.
      if (this.#found === found) this.#found = null;
      throw error;
    }
  }

  async #look(rules: readonly KindRule[]): Promise<readonly KindRule[]> {
    let unused = rules;
    for await (const clues of listKindClues(this.#database.connection, { isPresent: true })) {
      if (unused.length === 0) break;
      unused = unused.filter((rule) => !clues.some((track) => matchesRule(rule, track)));
    }
    return unused;
  }
}
