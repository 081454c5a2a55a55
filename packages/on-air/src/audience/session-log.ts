import { mkdir, open, unlink, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { toJsonLine } from "@neonrelay/process/json-lines";
import type { Logger } from "@neonrelay/process/log";
import type { LostRows, SessionRow } from "../protocol/index.ts";
import { WriteTroubles } from "../state/durable-file.ts";
import { findLedger, readRows, segmentPath, type Segment } from "./ledger-files.ts";
import type { EdgePosition, LedgerLine, OpenSession } from "./ledger-lines.ts";
import { LedgerWriter, type PendingLine } from "./ledger-writer.ts";
import { LostStore } from "./lost-store.ts";
import { lostOf } from "./roll-up-rules.ts";

/** Sizes of the ledger. */
interface LogLimits {
  readonly segmentBytes: number;
  readonly totalBytes: number;
  /** Lines that may wait in memory while the disk takes none. */
  readonly maxPending: number;
}

const usualLimits: LogLimits = {
  segmentBytes: 8 * 1024 * 1024,
  totalBytes: 256 * 1024 * 1024,
  maxPending: 50_000,
};
/** Maximum files, as after many restarts. */
const MAX_SEGMENTS = 500;
/** Edges whose rows are told apart; the longest silent are forgotten first. */
const MAX_EDGES = 200;

/** Oldest rows that the server lacks. */
interface TakenRows {
  readonly ledgerId: string;
  readonly rows: readonly SessionRow[];
  readonly lost: readonly LostRows[];
  readonly hasMore: boolean;
}

/** What the server, or an edge's master, has stored; null: nothing of any ledger. */
export type StoredPosition = { readonly ledgerId: string; readonly number: number } | null;

interface TakeRequest {
  readonly stored: StoredPosition;
  readonly most: number;
}

/**
 * Rows on disk until the server has stored them, with the sessions that are open: files that are appended to, and
 * removed as a whole.
 */
export class SessionLog {
  readonly ledgerId: string;
  /** Sessions that were open when the last run ended. */
  readonly found: readonly OpenSession[];
  readonly #folder: string;
  readonly #log: Logger;
  readonly #limits: LogLimits;
  readonly #checkpoint: () => readonly OpenSession[];
  readonly #troubles: WriteTroubles;
  readonly #writer: LedgerWriter;
  readonly #lost: LostStore;
  readonly #edges: Map<string, EdgePosition>;
  /** Oldest first; lines are appended to the last. */
  #segments: Segment[];
  #nextSequence: number;
  #nextNumber: number;
  #acknowledged = 0;
  /** Highest number the server may have stored. */
  #given = 0;
  /** Where the rows after `number` begin. */
  #cursor: { readonly file: string; readonly number: number; readonly offset: number } | null =
    null;
  #taking: Promise<unknown> = Promise.resolve();
  #isReading = false;
  #rolling: Promise<unknown> = Promise.resolve();

  /** @param checkpoint all sessions that are open: each file begins with them */
  constructor({
    folder,
    log,
    checkpoint,
    limits = usualLimits,
  }: {
    readonly folder: string;
    readonly log: Logger;
    readonly checkpoint: () => readonly OpenSession[];
    readonly limits?: LogLimits;
  }) {
    this.#folder = folder;
    this.#log = log;
    this.#limits = limits;
    this.#checkpoint = checkpoint;
    this.#troubles = new WriteTroubles({ file: path.join(folder, "listeners-*.jsonl"), log });
    this.#lost = new LostStore({ folder, log });
    const found = findLedger(folder, log);
    this.ledgerId = found.ledgerId;
    this.found = found.sessions;
    this.#segments = [...found.segments];
    this.#nextSequence = found.nextSequence;
    this.#nextNumber = Math.max(found.nextNumber, (this.#lost.rows.at(-1)?.number ?? 0) + 1);
    this.#edges = new Map(found.edges.map((position) => [position.edgeId, position]));
    this.#writer = new LedgerWriter({
      maxPending: limits.maxPending,
      isFileFull: () => (this.#segments.at(-1)?.sizeBytes ?? 0) >= limits.segmentBytes,
      begin: async (batch) => this.#begin(batch),
      onWritten: (bytes) => this.#grow(bytes),
      onOverflow: (rows) => this.#lost.add(rows, this.#given),
      makeRoom: async () => this.#rollOldestUp(),
      troubles: this.#troubles,
    });
  }

  /** Rows that the server has not stored, as far as known. */
  get waiting(): number {
    return this.#nextNumber - 1 - this.#acknowledged;
  }

  /** A session began, left, came back, or changed its day. */
  recordOpen(session: OpenSession): void {
    this.#append({ kind: "open", session }, []);
  }

  recordRow(row: Omit<SessionRow, "number">): void {
    const numbered = { ...row, number: this.#number() };
    this.#append({ kind: "row", row: numbered }, [lostOf(numbered)]);
  }

  /** How far an edge's rows are here. */
  positionOf(edgeId: string): EdgePosition | null {
    return this.#edges.get(edgeId) ?? null;
  }

  /** Takes an edge's new rows under our own numbers. */
  recordEdge({
    position,
    rows,
    lost,
  }: {
    readonly position: EdgePosition;
    readonly rows: readonly SessionRow[];
    readonly lost: readonly LostRows[];
  }): void {
    this.#edges.delete(position.edgeId);
    this.#edges.set(position.edgeId, position);
    const oldest = this.#edges.keys().next();
    if (this.#edges.size > MAX_EDGES && oldest.done !== true) this.#edges.delete(oldest.value);
    const ownLost = lost.map((row) => ({ ...row, number: this.#number() }));
    const ownRows = rows.map((row) => ({ ...row, number: this.#number() }));
    this.#append({ kind: "edge", position, rows: ownRows, lost: ownLost }, [
      ...ownLost,
      ...ownRows.map(lostOf),
    ]);
  }

  /** Resolves when everything recorded is on disk. @throws when it can't be written now */
  async settled(): Promise<void> {
    await this.#writer.settled();
  }

  /** The oldest rows after `stored`; those up to it are dropped. */
  async take(request: TakeRequest): Promise<TakenRows> {
    const taken = this.#taking.then(async () => this.#take(request));
    this.#taking = taken.catch(() => {}); // the caller gets it
    return await taken;
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    await this.#writer.close();
    await this.#taking;
    await this.#lost.flush();
  }

  async #take({ stored, most }: TakeRequest): Promise<TakenRows> {
    // A number must never be used twice, so rows are on disk before they leave; on a full disk what is there leaves.
    await this.settled().catch((error: unknown) => this.#troubles.failed(error));
    await this.#rolling;
    this.#isReading = true;
    try {
      const after = stored?.ledgerId === this.ledgerId ? stored.number : 0;
      await this.#acknowledge(after);
      const { rows, lost, hasMore } = await this.#read(after, most);
      const newest = rows.at(-1)?.number ?? Number.POSITIVE_INFINITY;
      const known = this.#lost.rows.filter(({ number }) => number > after && number <= newest);
      const allLost = [...known, ...lost];
      this.#given = Math.max(this.#given, ...[...rows, ...allLost].map(({ number }) => number));
      return { ledgerId: this.ledgerId, rows, lost: allLost, hasMore };
    } finally {
      this.#isReading = false;
    }
  }

  async #read(after: number, most: number): Promise<Omit<TakenRows, "ledgerId">> {
    const rows: SessionRow[] = [];
    const lost: LostRows[] = [];
    let number = after;
    for (const [place, segment] of this.#segments.entries()) {
      const next = this.#segments[place + 1];
      if (next !== undefined && next.firstNumber - 1 <= after) continue;
      const cursor = this.#cursor;
      const isKnown = cursor?.file === segment.path && cursor.number === number;
      const read = await readRows(segment, {
        after: number,
        most: most - rows.length,
        offset: isKnown ? cursor.offset : 0,
      });
      if (read.damaged > 0)
        this.#log.warn({ lines: read.damaged }, "ignored damaged lines of the listeners' ledger");
      const fitting = read.rows.slice(0, most - rows.length);
      rows.push(...fitting);
      number = Math.max(number, ...fitting.map((row) => row.number));
      const isWhole = fitting.length === read.rows.length;
      lost.push(...read.lost.filter((row) => isWhole || row.number <= number));
      if (isWhole) number = Math.max(number, ...read.lost.map((row) => row.number));
      this.#cursor = isWhole ? { file: segment.path, number, offset: read.offset } : null;
      if (rows.length >= most) break;
    }
    return { rows, lost, hasMore: rows.length >= most && number < this.#nextNumber - 1 };
  }

  async #acknowledge(number: number): Promise<void> {
    if (number <= this.#acknowledged) return;
    this.#acknowledged = Math.min(number, this.#nextNumber - 1);
    this.#given = Math.max(this.#given, this.#acknowledged);
    this.#lost.acknowledge(number);
    for (;;) {
      const [oldest, next] = this.#segments;
      if (oldest === undefined || next === undefined || next.firstNumber - 1 > number) return;
      this.#segments.shift();
      await unlink(oldest.path).catch((error: unknown) => this.#troubles.failed(error));
    }
  }

  #number(): number {
    this.#nextNumber += 1;
    return this.#nextNumber - 1;
  }

  #append(line: LedgerLine, rows: readonly LostRows[]): void {
    this.#writer.append({ text: toJsonLine(line), rows });
  }

  #grow(bytes: number): void {
    const newest = this.#segments.pop();
    if (newest !== undefined)
      this.#segments.push({ ...newest, sizeBytes: newest.sizeBytes + bytes });
  }

  async #begin(batch: readonly PendingLine[]): Promise<FileHandle> {
    while (this.#isFull() && (await this.#rollOldestUp()));
    const firstNumber = batch.flatMap(({ rows }) => rows).at(0)?.number ?? this.#nextNumber;
    const file = segmentPath(this.#folder, this.#nextSequence);
    this.#nextSequence += 1;
    const lines: LedgerLine[] = [
      {
        kind: "segment",
        ledgerId: this.ledgerId,
        firstNumber,
        edges: [...this.#edges.values()],
      },
      ...this.#checkpoint().map((session): LedgerLine => ({ kind: "open", session })),
      { kind: "ready" },
    ];
    const text = lines.map(toJsonLine).join("");
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const handle = await open(file, "a", 0o600);
    try {
      await handle.appendFile(text);
    } catch (error) {
      await handle.close();
      await unlink(file);
      throw error;
    }
    this.#segments.push({ path: file, firstNumber, sizeBytes: Buffer.byteLength(text) });
    return handle;
  }

  #isFull(): boolean {
    const bytes = this.#segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const { totalBytes, segmentBytes } = this.#limits;
    return this.#segments.length >= MAX_SEGMENTS || bytes > totalBytes - segmentBytes;
  }

  /** Rolls up the oldest file without rows that the server may have stored. @returns false when there is none */
  async #rollOldestUp(): Promise<boolean> {
    if (this.#isReading) return false;
    const place = this.#segments.findIndex(
      ({ firstNumber }) => firstNumber > this.#given || this.#given <= this.#acknowledged,
    );
    const oldest = this.#segments[place];
    if (oldest === undefined || place >= this.#segments.length - 1) return false;
    this.#segments.splice(place, 1);
    const numbers = { after: this.#acknowledged, givenNumber: this.#given };
    const rolling = this.#lost.take(oldest, numbers);
    this.#rolling = rolling.catch(() => {}); // the caller gets it
    await rolling;
    return true;
  }
}
