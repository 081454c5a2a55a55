import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
} from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import type { Logger } from "@neonrelay/process/log";
import type { LostRows, SessionRow } from "../protocol/index.ts";
import {
  type EdgePosition,
  highestNumber,
  type LedgerLine,
  type OpenSession,
  parseLedgerLine,
} from "./ledger-lines.ts";

const FILE_NAME = /^listeners-(\d{9})\.jsonl$/;
/** With the positions of all edges. */
const MAX_FIRST_LINE_BYTES = 64 * 1024;
const LEAST_READ_BYTES = 256 * 1024;
/** Of one row, about. */
const ROW_BYTES = 700;
/** Lines parsed before others get a turn. */
const LINES_PER_TURN = 500;

/** One file of the ledger. */
export interface Segment {
  readonly path: string;
  /** Of its first row, if it has any. */
  readonly firstNumber: number;
  readonly sizeBytes: number;
}

/** What the last run left. */
interface FoundLedger {
  readonly ledgerId: string;
  /** Oldest first. */
  readonly segments: readonly Segment[];
  readonly nextSequence: number;
  readonly nextNumber: number;
  readonly sessions: readonly OpenSession[];
  readonly edges: readonly EdgePosition[];
}

export function segmentPath(folder: string, sequence: number): string {
  return path.join(folder, `listeners-${String(sequence).padStart(9, "0")}.jsonl`);
}

/**
 * Reads the newest file, and the beginning of the others. The sound must not wait for the ledger, so a file that can't be
 * read is moved aside; the last of them is kept.
 */
export function findLedger(folder: string, log: Logger): FoundLedger {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    log.error({ error, folder }, "can't make the folder of the listeners' ledger yet");
  }
  const names = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => FILE_NAME.test(name))
    .toSorted();
  const newestSequence = Number(FILE_NAME.exec(names.at(-1) ?? "")?.[1] ?? 0);
  const segments: Segment[] = [];
  let newest: Replayed | null = null;
  for (const name of names.toReversed()) {
    const file = path.join(folder, name);
    try {
      newest ??= replay(file);
      const firstNumber = newest === null ? null : firstNumberOf(file);
      if (firstNumber === null) throw new Error("it has no beginning");
      segments.unshift({ path: file, firstNumber, sizeBytes: statSync(file).size });
    } catch (error) {
      log.warn({ error, file }, "moved a damaged file of the listeners' ledger aside");
      renameSync(file, path.join(folder, "damaged.jsonl"));
    }
  }
  return {
    ledgerId: newest?.ledgerId ?? randomUUID(),
    segments,
    nextSequence: newestSequence + 1,
    nextNumber: newest?.nextNumber ?? 1,
    sessions: newest?.sessions ?? [],
    edges: newest?.edges ?? [],
  };
}

type Replayed = Pick<FoundLedger, "ledgerId" | "nextNumber" | "sessions" | "edges">;

/** @returns null when the file never became ready */
function replay(file: string): Replayed | null {
  const lines = readFileSync(file, "utf8").split("\n").map(parseLedgerLine);
  const [first] = lines;
  if (first?.kind !== "segment" || !lines.some((line) => line?.kind === "ready")) return null;
  const sessions = new Map<string, OpenSession>();
  const edges = new Map(first.edges.map((position) => [position.edgeId, position]));
  let nextNumber = first.firstNumber;
  for (const line of lines) {
    if (line === null) continue;
    const number = highestNumber(line);
    if (number !== null && number < nextNumber) continue; // written twice, after a failure
    if (number !== null) nextNumber = number + 1;
    follow(line, sessions, edges);
  }
  const { ledgerId } = first;
  return { ledgerId, nextNumber, sessions: [...sessions.values()], edges: [...edges.values()] };
}

function follow(
  line: LedgerLine,
  sessions: Map<string, OpenSession>,
  edges: Map<string, EdgePosition>,
): void {
  switch (line.kind) {
    case "open":
      sessions.set(line.session.sessionId, line.session);
      return;
    case "row": {
      const { sessionId, isLast, toMs } = line.row;
      const session = sessions.get(sessionId);
      if (isLast) sessions.delete(sessionId);
      else if (session !== undefined) sessions.set(sessionId, afterRow(session, toMs));
      return;
    }
    case "edge":
      edges.set(line.position.edgeId, line.position);
      return;
    case "segment":
    case "ready":
      return;
    default:
      line satisfies never;
  }
}

/** The same session after a row up to `toMs`. */
function afterRow(session: OpenSession, toMs: number): OpenSession {
  const connectedSinceMs = session.connectedSinceMs === null ? null : toMs;
  return { ...session, fromMs: toMs, seconds: 0, bytes: 0, isFirst: false, connectedSinceMs };
}

function firstNumberOf(file: string): number | null {
  const beginning = Buffer.alloc(MAX_FIRST_LINE_BYTES);
  const handle = openSync(file, "r");
  try {
    readSync(handle, beginning);
  } finally {
    closeSync(handle);
  }
  const [text = ""] = beginning.toString("utf8").split("\n", 1);
  const line = parseLedgerLine(text);
  return line?.kind === "segment" ? line.firstNumber : null;
}

/** Rows of one file. */
interface ReadRows {
  readonly rows: readonly SessionRow[];
  readonly lost: readonly LostRows[];
  /** Where the next lines begin. */
  readonly offset: number;
  /** Lines that could not be read. */
  readonly damaged: number;
}

/**
 * Reads the rows of a file after a number, up to about `most`, or to its end.
 * @param offset beginning of a line
 */
export async function readRows(
  { path: file, sizeBytes }: Segment,
  {
    after,
    most,
    offset: startOffset,
  }: { readonly after: number; readonly most: number; readonly offset: number },
): Promise<ReadRows> {
  const rows: SessionRow[] = [];
  const lost: LostRows[] = [];
  let offset = startOffset;
  let newest = after;
  let damaged = 0;
  let readBytes = Math.max(LEAST_READ_BYTES, most * ROW_BYTES);
  const handle = await open(file, "r");
  try {
    while (offset < sizeBytes && rows.length < most) {
      const buffer = Buffer.alloc(Math.min(readBytes, sizeBytes - offset));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
      if (bytesRead === 0) break;
      let at = 0;
      let lines = 0;
      for (
        let end = buffer.indexOf(10, at);
        end !== -1 && end < bytesRead && rows.length < most;
        end = buffer.indexOf(10, at)
      ) {
        const text = buffer.toString("utf8", at, end);
        at = end + 1;
        // Most other lines are states of open sessions, which need no parsing here.
        const line = text.startsWith('{"kind":"open"') ? undefined : parseLedgerLine(text);
        if (line === null && text !== "") damaged += 1;
        const number = line === undefined || line === null ? null : highestNumber(line);
        if (line?.kind === "row" && line.row.number > newest) rows.push(line.row);
        if (line?.kind === "edge") {
          rows.push(...line.rows.filter((row) => row.number > newest));
          lost.push(...line.lost.filter((row) => row.number > newest));
        }
        newest = Math.max(newest, number ?? 0);
        lines += 1;
        if (lines % LINES_PER_TURN === 0) await nextTurn();
      }
      offset += at;
      // Not one whole line: the end of the file, or a long one.
      if (at === 0 && bytesRead === sizeBytes - offset) break;
      if (at === 0) readBytes *= 4;
    }
  } finally {
    await handle.close();
  }
  return { rows, lost, offset, damaged };
}
