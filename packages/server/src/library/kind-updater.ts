import type { KindRule } from "@neonrelay/contract";
import { followMovedFolders, type MovedFile } from "./moved-folder-rules.ts";
import { listTrackFiles } from "./track-store.ts";
import { isDeepStrictEqual } from "node:util";
import { findSettings } from "../settings/settings-store.ts";
import { applyKindRules } from "./kind-rules-store.ts";
import type { LibraryOptions } from "./library-options.ts";

/** Reapplies the station's rules for kinds whenever they change. */
export class KindUpdater {
  readonly #options: Pick<LibraryOptions, "database" | "events" | "settings" | "log">;
  /** The rules last applied to the whole library, as JSON; null: unknown. */
  #followed: string | null = null;
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;
  #unsubscribe: () => void = () => {};

  constructor(options: Pick<LibraryOptions, "database" | "events" | "settings" | "log">) {
    this.#options = options;
  }

  /** Also applies them now, in case they changed while the server was down. */
  start(): void {
    this.#unsubscribe = this.#options.events.subscribe((event) => {
      if (event.type === "settings.changed") this.#followSoon();
    });
    this.#followSoon();
  }

  /** Updates rules that name folders after files have moved. */
  async followMoves(moves: readonly MovedFile[]): Promise<void> {
    const { database, settings, log } = this.#options;
    const isNamed = (rules: readonly KindRule[]): boolean =>
      rules.some(({ by }) => by === "folder");
    const before = settings?.current.kindRules ?? [];
    if (settings !== undefined && isNamed(before)) {
      const paths = (await listTrackFiles(database.connection)).map(({ path }) => path);
      const followed = followMovedFolders(before, { moves, paths });
      await settings.changeWith(async ({ kindRules }) => {
        // Rules changed in the meantime are left as they are.
        if (followed === null || !isDeepStrictEqual(kindRules, before))
          return { change: null, outcome: null };
        log.info(
          { before: kindRules, after: followed },
          "rules for kinds follow their renamed folders",
        );
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
    // The tracks of rule-based playlists may change.
    events.publish({ type: "playlists.changed" });
  }
}
