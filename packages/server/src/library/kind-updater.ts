import type { KindRule } from "@neonrelay/contract";
import { followMovedFolders, type MovedFile } from "./moved-folder-rules.ts";
import { listTrackFiles } from "./track-store.ts";
import { isDeepStrictEqual } from "node:util";
import { findSettings } from "../settings/settings-store.ts";
import { applyKindRules } from "./kind-rules-store.ts";
import type { LibraryOptions } from "./library-options.ts";

/** Keeps the kinds of the tracks like the station's rules, whenever these change. */
export class KindUpdater {
  readonly #options: Pick<LibraryOptions, "database" | "events" | "settings" | "log">;
  /** The rules that the whole library follows, as JSON; null: not known. */
  #followed: string | null = null;
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;
  #unsubscribe: () => void = () => {};

  constructor(options: Pick<LibraryOptions, "database" | "events" | "settings" | "log">) {
    this.#options = options;
  }

  /** The rules may have changed while the server was away. */
  start(): void {
    this.#unsubscribe = this.#options.events.subscribe((event) => {
      if (event.type === "settings.changed") this.#followSoon();
    });
    this.#followSoon();
  }

  /** Files lie in other folders now: rules that name these go along. */
  async followMoves(moves: readonly MovedFile[]): Promise<void> {
    const { database, settings, log } = this.#options;
    const isNamed = (rules: readonly KindRule[]): boolean =>
      rules.some(({ by }) => by === "folder");
    const before = settings?.current.kindRules ?? [];
    if (settings !== undefined && isNamed(before)) {
      const paths = (await listTrackFiles(database.connection)).map(({ path }) => path);
      const followed = followMovedFolders(before, { moves, paths });
      await settings.changeWith(async ({ kindRules }) => {
        // Rules that were changed meanwhile stay as they are wanted.
        if (followed === null || !isDeepStrictEqual(kindRules, before))
          return { change: null, outcome: null };
        log.info({ before: kindRules, after: followed }, "rules for kinds follow their folders");
        return { change: { kindRules: followed }, outcome: null };
      });
    }
    this.#followed = null;
    this.#followSoon();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    await this.#last;
  }

  #followSoon(): void {
    this.#last = this.#last
      .then(() => this.#follow())
      .catch((error: unknown) => {
        this.#options.log.error({ error }, "can't apply the rules for kinds; retrying later");
      });
  }

  async #follow(): Promise<void> {
    if (this.#isClosed) return;
    const { database, events, log } = this.#options;
    const rules = (await findSettings(database.connection))?.kindRules ?? [];
    const text = JSON.stringify(rules);
    if (text === this.#followed) return;
    const changed = await applyKindRules(database.connection, { rules, trackIds: null });
    this.#followed = text;
    if (changed === 0) return;
    log.info({ changed }, "kinds of tracks changed by the rules");
    events.publish({ type: "library.changed" });
    // Which tracks a playlist has may follow from it.
    events.publish({ type: "playlists.changed" });
  }
}
