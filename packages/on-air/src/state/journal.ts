import { randomUUID } from "node:crypto";
import { renameSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import * as z from "zod";
import type { Logger } from "@neonrelay/process/log";
import { toJsonLine } from "@neonrelay/process/json-lines";
import { onAirEventSchema, type OnAirEvent } from "../protocol/index.ts";
import { readIfThere, replaceFile, WriteTroubles } from "./durable-file.ts";

/** An event with its number in the journal. Numbers increase by 1. */
interface JournalEntry {
  readonly number: number;
  readonly event: OnAirEvent;
}

/** Maximum events kept for a server that is away; the oldest are dropped first. */
export const MAX_JOURNAL_EVENTS = 10_000;
/** The file is rewritten when it holds this many obsolete lines. */
const REWRITE_AFTER_LINES = 1000;
const RETRY_MS = 5000;

const firstLineSchema = z.object({ journalId: z.uuid(), firstNumber: z.int().min(1) });
const lineSchema = z.object({ number: z.int().min(1), event: onAirEventSchema });

interface LoadedJournal {
  readonly isStored: boolean;
  readonly journalId: string;
  readonly entries: readonly JournalEntry[];
  readonly nextNumber: number;
}

/**
 * Facts that the server must not miss, on disk until it has stored them. Events are announced only after a sync, so a
 * number is never reused, whatever crashes.
 */
export class Journal {
  readonly journalId: string;
  readonly #path: string;
  readonly #log: Logger;
  readonly #troubles: WriteTroubles;
  #entries: JournalEntry[];
  #nextNumber: number;
  #durableNumber: number;
  /** Lines in the file that are acknowledged or given up. */
  #deadLines: number;
  #unwritten: JournalEntry[] = [];
  #file: FileHandle | null = null;
  #work: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;
  readonly #isStored: boolean;
  #isClosed = false;
  #onDurable: () => void = () => {};

  /**
   * Opens the journal in that file, or starts a new one. Drops a truncated last line, and moves a damaged file aside.
   */
  constructor({ path, log }: { readonly path: string; readonly log: Logger }) {
    this.#path = path;
    this.#log = log;
    this.#troubles = new WriteTroubles({ file: path, log });
    const loaded = loadJournal(path, log);
    this.journalId = loaded.journalId;
    this.#isStored = loaded.isStored;
    this.#entries = loaded.entries.slice(-MAX_JOURNAL_EVENTS);
    this.#nextNumber = loaded.nextNumber;
    this.#durableNumber = loaded.nextNumber - 1;
    // The first write recreates the file without the truncated line.
    this.#deadLines = Number.POSITIVE_INFINITY;
  }

  /** Soon writes the journal's id to disk, so that it survives a restart even if nothing has happened yet. */
  keepId(): void {
    if (!this.#isStored) this.#schedule();
  }

  /** Number of the newest event on disk; 0 before the first. */
  get newestNumber(): number {
    return this.#durableNumber;
  }

  /** Calls `listener` whenever more events are on disk. */
  onDurable(listener: () => void): void {
    this.#onDurable = listener;
  }

  /** Accepts an event, which is written in the background. */
  append(event: OnAirEvent): void {
    const entry = { number: this.#nextNumber, event };
    this.#nextNumber += 1;
    this.#entries.push(entry);
    this.#unwritten.push(entry);
    if (this.#entries.length > MAX_JOURNAL_EVENTS) {
      this.#entries.shift();
      this.#deadLines += 1;
      this.#log.warn("the journal is full: its oldest event is lost");
    }
    this.#schedule();
  }

  /** The events on disk after that number, oldest first. */
  after(number: number): readonly JournalEntry[] {
    return this.#entries.filter(
      (entry) => entry.number > number && entry.number <= this.#durableNumber,
    );
  }

  /** The server has stored everything up to and including that number. */
  acknowledge(number: number): void {
    const kept = this.#entries.findIndex((entry) => entry.number > number);
    const dropped = kept === -1 ? this.#entries.length : kept;
    this.#entries.splice(0, dropped);
    this.#deadLines += dropped;
    if (dropped > 0 && this.#deadLines >= REWRITE_AFTER_LINES) this.#schedule();
  }

  /** All events kept, on disk or not. */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** Writes what is left and closes the file. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    await this.#work;
    if (this.#unwritten.length > 0)
      await this.#write().catch((error: unknown) => this.#troubles.failed(error));
    await this.#file?.close();
    this.#file = null;
  }

  #schedule(): void {
    if (this.#work !== null || this.#retry !== null || this.#isClosed) return;
    this.#work = this.#write()
      .catch((error: unknown) => {
        this.#troubles.failed(error);
        this.#retry = setTimeout(() => {
          this.#retry = null;
          this.#schedule();
        }, RETRY_MS);
        this.#retry.unref();
      })
      .finally(() => {
        this.#work = null;
        if (this.#unwritten.length > 0) this.#schedule();
      });
  }

  async #write(): Promise<void> {
    const batch = this.#unwritten;
    this.#unwritten = [];
    const newest = this.#nextNumber - 1;
    try {
      if (this.#deadLines >= REWRITE_AFTER_LINES) await this.#rewrite();
      else if (batch.length > 0) {
        this.#file ??= await open(this.#path, "a", 0o600);
        await this.#file.appendFile(batch.map(toJsonLine).join(""));
        await this.#file.datasync();
      }
    } catch (error) {
      this.#unwritten = [...batch, ...this.#unwritten].slice(-MAX_JOURNAL_EVENTS);
      // Part of the batch may be in the file: only a complete rewrite is certain.
      this.#deadLines = Number.POSITIVE_INFINITY;
      throw error;
    }
    this.#troubles.worked();
    this.#durableNumber = newest;
    this.#onDurable();
  }

  /** Replaces the file with one that holds only the kept entries. */
  async #rewrite(): Promise<void> {
    const entries = [...this.#entries];
    const firstNumber = entries[0]?.number ?? this.#nextNumber;
    const lines = [{ journalId: this.journalId, firstNumber }, ...entries];
    const temporaryPath = `${this.#path}.new`;
    const file = await open(temporaryPath, "w", 0o600);
    try {
      await file.writeFile(lines.map(toJsonLine).join(""));
      await file.datasync();
      await replaceFile({ temporaryPath, finalPath: this.#path });
    } catch (error) {
      await file.close();
      throw error;
    }
    await this.#file?.close();
    this.#file = file;
    this.#deadLines = 0;
  }
}

function loadJournal(path: string, log: Logger): LoadedJournal {
  const text = readIfThere(path) ?? "";
  const fresh = { isStored: false, journalId: randomUUID(), entries: [], nextNumber: 1 };
  if (text === "") return fresh;
  const loaded = parseJournal(text.split("\n"));
  if (loaded !== undefined) return loaded;
  renameSync(path, `${path}.damaged`);
  log.error({ file: path }, "moved a damaged journal aside and started a new one");
  return fresh;
}

/** @returns undefined when a line other than the last is damaged */
function parseJournal(lines: readonly string[]): LoadedJournal | undefined {
  const first = firstLineSchema.safeParse(parseJson(lines[0]));
  if (!first.success) return undefined;
  const entries: JournalEntry[] = [];
  let nextNumber = first.data.firstNumber;
  for (const [index, line] of lines.entries()) {
    const isTail = index === lines.length - 1;
    if (index === 0 || isTail) continue; // the last piece is empty, or a truncated line
    const parsed = lineSchema.safeParse(parseJson(line));
    if (!parsed.success || parsed.data.number !== nextNumber) {
      if (index === lines.length - 2 && lines.at(-1) === "") break;
      return undefined;
    }
    entries.push(parsed.data);
    nextNumber += 1;
  }
  return { isStored: true, journalId: first.data.journalId, entries, nextNumber };
}

function parseJson(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? "");
  } catch {
    return undefined;
  }
}
