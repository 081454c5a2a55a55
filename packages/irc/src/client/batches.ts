import type { IrcMessage } from "../protocol/index.ts";

const MAX_OPEN = 50;
const PLAYBACK = new Set(["chathistory", "draft/chathistory", "playback", "znc.in/playback"]);

interface Batch {
  readonly isPlayback: boolean;
  readonly isNetsplit: boolean;
  readonly label: string | undefined;
}

const NO_BATCH: Batch = { isPlayback: false, isNetsplit: false, label: undefined };

/** IRCv3 batches that have begun and not ended. A batch inside another takes on the outer one's kind. */
export class Batches {
  readonly #open = new Map<string, Batch>();

  receive(message: IrcMessage): void {
    const [reference = "", type = ""] = message.params;
    const name = reference.slice(1);
    if (reference.startsWith("-")) this.#open.delete(name);
    if (!reference.startsWith("+")) return;
    const outer = this.of(message);
    this.#open.set(name, {
      isPlayback: outer.isPlayback || PLAYBACK.has(type),
      isNetsplit: outer.isNetsplit || type === "netsplit",
      label: message.tags.get("label") ?? outer.label,
    });
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN && oldest !== undefined) this.#open.delete(oldest);
  }

  /** The batch a message belongs to. */
  of(message: IrcMessage): Batch {
    return this.#open.get(message.tags.get("batch") ?? "") ?? NO_BATCH;
  }
}

/** A quit reason naming two servers: how a netsplit looks without batches. */
export function looksLikeNetsplit(reason: string): boolean {
  return /^[\w*-]+(?:\.[\w*-]+)+ [\w*-]+(?:\.[\w*-]+)+$/.test(reason);
}
