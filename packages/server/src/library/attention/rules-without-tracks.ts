import type { KindRule } from "@neonrelay/contract";
import type { Database } from "../../database/database.ts";
import { findSettings } from "../../settings/settings-store.ts";
import { matchesRule } from "../kind-rules.ts";
import { listKindClues } from "../kind-rules-store.ts";

/** To look through a large library takes a while, and what it finds changes rarely. */
const HOLDS_MS = 60_000;

/**
 * Rules for kinds that no track of the library fits, though they name a folder or a genre: it may have been renamed. A rule
 * for a tag waits for files that have it.
 */
export class UnusedRules {
  readonly #database: Database;
  #found: Promise<readonly KindRule[]> | null = null;
  #rules = "";
  #atMs = -Infinity;

  constructor(database: Database) {
    this.#database = database;
  }

  /** As of the last minute. */
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
      // The database is away: the next question looks again.
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
