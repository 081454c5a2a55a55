import type { EdgePosition } from "../audience/ledger-lines.ts";
import type { SessionLog, StoredPosition } from "../audience/session-log.ts";
import { type EdgeReport, MAX_LEDGER_ROWS } from "./edge-protocol.ts";

/** Longer than a disk takes; an edge waits 4 s for its answer. */
const STORE_LIMIT_MS = 2000;

/** The master's end of edges' ledgers: puts their rows into its own, each once. */
export class EdgeRows {
  readonly #log: Pick<SessionLog, "positionOf" | "recordEdge" | "settled">;
  /** What is on disk, by edge. */
  readonly #stored = new Map<string, EdgePosition>();

  constructor(log: Pick<SessionLog, "positionOf" | "recordEdge" | "settled">) {
    this.#log = log;
  }

  /** @returns what is on disk of this edge's ledger: it sends the rest again */
  async store({
    id: edgeId,
    name,
    ledger,
  }: Pick<EdgeReport, "id" | "name" | "ledger">): Promise<StoredPosition> {
    if (ledger === null) return null;
    const { ledgerId } = ledger;
    const known = this.#log.positionOf(edgeId);
    const after = known?.ledgerId === ledgerId ? known.number : 0;
    const rows = ledger.rows.filter(({ number }) => number > after);
    const lost = ledger.lost.filter(({ number }) => number > after);
    if (rows.length + lost.length > 0)
      this.#log.recordEdge({
        position: {
          edgeId,
          ledgerId,
          number: Math.max(...[...rows, ...lost].map(({ number }) => number)),
        },
        rows: rows.map((row) => ({ ...row, via: "edge", edge: name })),
        lost,
      });
    const limit = Promise.withResolvers<void>();
    const timer = setTimeout(() => limit.reject(new Error("slow disk")), STORE_LIMIT_MS);
    const position = this.#log.positionOf(edgeId);
    try {
      await Promise.race([this.#log.settled(), limit.promise]);
      if (position !== null) this.#stored.set(edgeId, position);
    } catch {
      // Not on disk yet: the log has said so, and the edge sends them again.
    } finally {
      clearTimeout(timer);
    }
    const stored = this.#stored.get(edgeId);
    return stored?.ledgerId === ledgerId ? { ledgerId, number: stored.number } : null;
  }
}

/** What an edge sends of its own ledger, until its master has it. */
export class RowsToSend {
  readonly #log: Pick<SessionLog, "take">;
  #stored: StoredPosition = null;
  #hasMore = false;

  constructor(log: Pick<SessionLog, "take">) {
    this.#log = log;
  }

  /** Whether more rows wait than the last report took. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  async next(): Promise<EdgeReport["ledger"]> {
    const taken = await this.#log.take({ stored: this.#stored, most: MAX_LEDGER_ROWS });
    const { ledgerId, rows, hasMore } = taken;
    const lost = taken.lost.slice(0, MAX_LEDGER_ROWS);
    this.#hasMore = hasMore || lost.length < taken.lost.length;
    // Numbers are stored up to the highest, so rows wait until all sums before them have gone.
    return { ledgerId, rows: lost.length < taken.lost.length ? [] : [...rows], lost };
  }

  stored(stored: StoredPosition): void {
    if (stored !== null) this.#stored = stored;
  }
}
