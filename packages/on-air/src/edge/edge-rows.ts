import type { EdgePosition } from "../audience/ledger-lines.ts";
import type { SessionLog, StoredPosition } from "../audience/session-log.ts";
import { type EdgeReport, MAX_LEDGER_ROWS } from "./edge-protocol.ts";

/** Longer than a disk takes; an edge waits 4 s for its answer, and is away after 7 s without a report. */
const DISK_LIMIT_MS = 2000;

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
    const position = this.#log.positionOf(edgeId);
    // What is not on disk yet is sent again; the log says why.
    const isOnDisk = await withinLimit(
      this.#log.settled().then(
        () => true,
        () => false,
      ),
    );
    if (isOnDisk === true && position !== null) this.#stored.set(edgeId, position);
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

  /** @returns null while the disk does not answer */
  async next(): Promise<EdgeReport["ledger"]> {
    const taking = this.#log.take({ stored: this.#stored, most: MAX_LEDGER_ROWS });
    const taken = await withinLimit(taking);
    if (taken === null) return null;
    const { ledgerId, rows, hasMore } = taken;
    const lost = taken.lost.slice(0, MAX_LEDGER_ROWS);
    this.#hasMore = hasMore || lost.length < taken.lost.length;
    // Numbers are stored up to the highest, so rows wait until all sums before them have gone.
    return { ledgerId, rows: lost.length < taken.lost.length ? [] : [...rows], lost };
  }

  /** The master has these. @returns whether it is worth sending more at once */
  stored(stored: StoredPosition): boolean {
    if (stored === null) return false;
    const hasGrown = stored.number !== this.#stored?.number;
    this.#stored = stored;
    return hasGrown && this.#hasMore;
  }
}

/** @returns null after the limit */
async function withinLimit<Value>(work: Promise<Value>): Promise<Value | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), DISK_LIMIT_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
