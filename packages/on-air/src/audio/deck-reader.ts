/**
 * Thread of one deck: decodes the loaded file into the deck's ring, as far ahead as the ring allows. It lives as long
 * as the engine, across many files, and is the only part of the engine that touches files. A feed is read the same way,
 * except that the thread waits for its bytes.
 */
import { flushCompileCache } from "node:module";
import { receiveMessageOnPort, workerData, type MessagePort } from "node:worker_threads";
import { ByteRing } from "./byte-ring.ts";
import { DcFilter } from "./dc-filter.ts";
import { DecodeError } from "./decode-error.ts";
import { openDecoder, openFeedDecoder, type Decoder } from "./decoder.ts";
import {
  controlWords,
  deckStatuses,
  FULL_SAMPLES,
  likenesses,
  REFILL_SAMPLES,
  type DeckFailure,
  type DeckMemory,
  type DeckOrder,
  type DeckSource,
} from "./deck-link.ts";
import { FileMonitor } from "./file-monitor.ts";
import { FeedMonitor } from "./feed-monitor.ts";
import { MarkRing } from "./mark-ring.ts";
import { CHANNELS } from "./pcm-format.ts";
import { SoundBeginning } from "./sound-beginning.ts";
import { PcmRing } from "./pcm-ring.ts";

export interface DeckReaderData {
  readonly memory: DeckMemory;
  readonly port: MessagePort;
}

/**
 * Longest sleep, ms. Only a safeguard, since every order and refill wakes the thread. Well below the engine's hang
 * limit, so a missed wake-up only delays an order.
 */
const SLEEP_LIMIT_MS = 250;
/** Turns (a few seconds of sound) between memory releases. */
const TURNS_A_RELEASE = 100;

// The thread is terminated without warning, so save compiled code for the next start now.
flushCompileCache();

// Made by the engine in this process.
const { memory, port }: DeckReaderData = workerData;
const control = new Int32Array(memory.control);
const ring = new PcmRing(memory.ring);
const marks = new MarkRing(memory.marks);
const places = new MarkRing(memory.places);
let generation = 0;
let decoder: Decoder | undefined;
let piece: Float32Array | undefined;
/** Floats of `piece` already in the ring. */
let pieceDone = 0;
let isResting = false;
/** null when no feed is loaded. */
let feedMonitor: FeedMonitor | null = null;
/** null: the sound passes bit for bit. */
let dcFilter: DcFilter | null = null;
/** null when no file is loaded. */
let fileMonitor: FileMonitor | null = null;
let beginning: SoundBeginning | null = null;

Atomics.store(control, controlWords.isUp, 1);
for (let turn = 1; Atomics.load(control, controlWords.isToEnd) === 0; turn += 1) {
  const wake = Atomics.load(control, controlWords.wake);
  const order = nextOrder();
  if (order !== undefined) obey(order);
  else if (decoder === undefined || !fill(decoder)) {
    if (await isFileChanged()) Atomics.store(control, controlWords.stale, generation);
    Atomics.wait(control, controlWords.wake, wake, SLEEP_LIMIT_MS);
  }
  if (turn % TURNS_A_RELEASE === 0) await releaseMemory();
}
decoder?.close();

/**
 * The binding frees the native memory of collected objects only in a turn of the thread's event loop; without one, all
 * decoded sound would stay in memory.
 */
async function releaseMemory(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Whether the loaded file has been replaced before it was heard, by one with sound in it; without, what we have in
 * memory is better. Waits one turn, so that a check under way can finish.
 */
async function isFileChanged(): Promise<boolean> {
  if (fileMonitor === null || ring.readSamples !== 0) return false;
  await new Promise((resolve) => setImmediate(resolve));
  if (!fileMonitor.hasChanged) return false;
  try {
    fileMonitor = new FileMonitor(fileMonitor.path);
    openDecoder(fileMonitor.path).close();
    return true;
  } catch {
    return false; // not to be read, or not by us
  }
}

function nextOrder(): DeckOrder | undefined {
  // Only the engine holds the other end, so the message is an order.
  const received: { message: DeckOrder } | undefined = receiveMessageOnPort(port);
  return received?.message;
}

function obey(order: DeckOrder): void {
  decoder?.close();
  decoder = undefined;
  piece = undefined;
  pieceDone = 0;
  isResting = false;
  generation = order.generation;
  feedMonitor = null;
  fileMonitor = null;
  dcFilter = null;
  const before = order.isAgain ? beginning : null;
  beginning = null;
  ring.clear();
  marks.clear();
  places.clear();
  Atomics.store(control, controlWords.silentSamples, 0);
  Atomics.store(control, controlWords.likeness, likenesses.none);
  setStatus(order.load === null ? deckStatuses.empty : deckStatuses.loading);
  Atomics.store(control, controlWords.generation, generation);
  if (order.load === null) return;
  try {
    decoder = open(order.load);
    if (order.load.kind === "feed") return;
    beginning = new SoundBeginning(decoder.declaredMs, before);
    reportLikeness();
  } catch (error) {
    // The file may be mid-write: the next check tells.
    beginning = before;
    if (before !== null) Atomics.store(control, controlWords.likeness, likenesses.judging);
    fail(error);
  }
}

function open(source: DeckSource): Decoder {
  if (source.kind === "feed" || source.hasDcOffset === true) dcFilter = new DcFilter();
  if (source.kind === "feed") {
    const bytes = new ByteRing(source.memory);
    feedMonitor = new FeedMonitor({ bytes, ring, marks, places });
    // The engine closes the ring before it sends another order, so no order waits behind a feed.
    return openFeedDecoder({ read: (limitBytes) => bytes.read(limitBytes), format: source.format });
  }
  fileMonitor = new FileMonitor(source.path);
  const opened = openDecoder(source.path);
  try {
    opened.skipTo(source.offsetMs, isOutdated);
    return opened;
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** Whether a newer order has replaced the current one. */
function isOutdated(): boolean {
  return (
    Atomics.load(control, controlWords.ordered) !== generation ||
    Atomics.load(control, controlWords.isToEnd) !== 0
  );
}

/** Writes the next piece to the ring. @returns false when there is no room or nothing left to do */
function fill(source: Decoder): boolean {
  if (piece === undefined) {
    try {
      piece = source.read();
    } catch (error) {
      fail(error);
      return true;
    }
    if (piece === undefined) {
      source.close();
      decoder = undefined;
      beginning?.end();
      reportLikeness();
      setStatus(deckStatuses.ended);
      return true;
    }
    dcFilter?.apply(piece);
    if (feedMonitor !== null && !watch(feedMonitor, piece, source)) {
      piece = undefined;
      return true;
    }
  }
  if (piece.length === 0) {
    piece = undefined;
    return true;
  }
  const room = ring.free;
  // Once the ring is full, wait until much of it is free: few long turns cost less than many short ones.
  isResting = room < (isResting ? REFILL_SAMPLES : FULL_SAMPLES);
  if (isResting) return false;
  const part = piece.subarray(pieceDone, Math.min(piece.length, pieceDone + room * CHANNELS));
  ring.write(part);
  if (ring.readSamples === 0) beginning?.add(part);
  reportLikeness();
  pieceDone += part.length;
  if (pieceDone === piece.length) {
    piece = undefined;
    pieceDone = 0;
  }
  if (Atomics.load(control, controlWords.status) === deckStatuses.loading)
    setStatus(deckStatuses.reading);
  return true;
}

/** @returns whether the piece belongs to what plays */
function watch(feed: FeedMonitor, next: Float32Array, source: Decoder): boolean {
  const isTaken = feed.take(next, source);
  Atomics.store(control, controlWords.silentSamples, feed.silentSamples);
  return isTaken;
}

function reportLikeness(): void {
  if (beginning !== null)
    Atomics.store(control, controlWords.likeness, likenesses[beginning.state]);
}

function fail(error: unknown): void {
  decoder?.close();
  decoder = undefined;
  const detail =
    error instanceof DecodeError ? error.message : `The file can't be read (${String(error)})`;
  port.postMessage({ generation, detail } satisfies DeckFailure);
  setStatus(deckStatuses.failed);
}

function setStatus(status: number): void {
  Atomics.store(control, controlWords.status, status);
}
