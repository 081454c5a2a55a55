import type { SocketMessage, socketStateTypes } from "@neonrelay/contract";
import { randomBytes } from "node:crypto";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";

export type SocketStateType = (typeof socketStateTypes)[number];

/** Messages that a newer one of its kind replaces; only subscribers get levels. */
type ReplacedType = SocketStateType | "levels";

/** A message ready to be sent. */
export interface FramedMessage {
  /** What it is the value of; null for an event, which no later message replaces. */
  readonly state: ReplacedType | null;
  readonly frame: Buffer;
}

/** Messages told together; `joined` is all their frames. */
export interface Batch {
  readonly messages: readonly FramedMessage[];
  readonly joined: Buffer;
}

export function joinBatch(messages: readonly FramedMessage[]): Batch {
  const [first, ...others] = messages;
  const joined =
    first !== undefined && others.length === 0
      ? first.frame
      : Buffer.concat(messages.map(({ frame }) => frame));
  return { messages, joined };
}

/** Events that wait for a slow socket; more are dropped. */
export const MAX_WAITING_EVENTS = 100;
/** Answers to a socket's own commands that wait; beyond it they are dropped, it asks faster than it reads. */
const MAX_BUFFERED_BYTES = 256 * 1024;
const PING_BYTES = 8;

/**
 * What a socket is waiting for before it follows the events: its snapshot, or, after it was too slow for some of
 * them, the lists of the chat again.
 */
type Phase = "opening" | "following" | "lists-requested";

/**
 * One browser's socket. While it is slow it keeps the newest of each state and up to 100 events, all shared with the
 * other sockets. Frames go to the connection itself, between those of `ws`, which writes each of its own (ping, pong,
 * close) in one go as long as messages are not compressed.
 */
export class BrowserSocket {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #requestLists: () => void;
  readonly #states = new Map<ReplacedType, Buffer>();
  readonly #events: Buffer[] = [];
  #phase: Phase = "opening";
  #hasDropped = false;
  /** What the last ping carries; null once it has come back. */
  #pingPayload: Buffer | null = null;

  /**
   * @param stream the connection that became the socket
   * @param requestLists called when events were dropped and the socket is fast again; `sendLists` answers
   */
  constructor({
    socket,
    stream,
    requestLists,
  }: {
    readonly socket: WebSocket;
    readonly stream: Duplex;
    readonly requestLists: () => void;
  }) {
    this.#socket = socket;
    this.#stream = stream;
    this.#requestLists = requestLists;
    socket.on("pong", (answer) => {
      if (this.#pingPayload?.equals(answer) === true) this.#pingPayload = null;
    });
    stream.on("drain", () => this.#flush());
  }

  /** Neither side has begun to close it. */
  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /**
   * The first messages of a socket: every state and the chat list. Messages sent in the meantime follow.
   * @param snapshot frames shared with others: many that come and do not read hold no copies of it
   */
  open(snapshot: readonly Buffer[]): void {
    this.#stream.cork();
    for (const frame of snapshot) this.#write(frame);
    this.#stream.uncork();
    this.#phase = "following";
    this.#flush();
  }

  /** The messages for every socket. */
  send(batch: Batch): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const isWaiting = this.#states.size > 0 || this.#events.length > 0 || this.#hasDropped;
    if (this.#phase === "following" && !isWaiting && !this.#stream.writableNeedDrain) {
      this.#stream.write(batch.joined);
      return;
    }
    for (const message of batch.messages) this.#keep(message);
    this.#flush();
  }

  /** The lists of the chat, after events were dropped. */
  sendLists(frames: readonly Buffer[]): void {
    for (const frame of frames) this.#write(frame);
    this.#phase = "following";
    this.#flush();
  }

  /**
   * A frame for this socket alone that another node has made.
   * @returns false when the socket is slow: the next one waits for 'drain' of its connection
   */
  pass(frame: Buffer): boolean {
    this.#write(frame);
    return !this.#stream.writableNeedDrain;
  }

  /** For messages to this socket alone. */
  sendOwn(message: SocketMessage): void {
    if (this.#stream.writableLength < MAX_BUFFERED_BYTES)
      this.#write(textFrame(JSON.stringify(message)));
  }

  /**
   * Ends a socket that has not answered since the last call, and asks it again. Only who reads what was sent before
   * can answer, so a client can't keep its queue alive by pongs alone.
   */
  checkAlive(): void {
    if (this.#pingPayload !== null) return this.#socket.terminate();
    this.#pingPayload = randomBytes(PING_BYTES);
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping(this.#pingPayload);
  }

  /** Ends the socket without waiting for the browser. */
  terminate(): void {
    this.#socket.terminate();
  }

  /** Nothing more is sent. @param reason shown to the browser's developer, at most 123 bytes */
  end(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  #keep({ state, frame }: FramedMessage): void {
    if (state !== null) this.#states.set(state, frame);
    else if (this.#events.length < MAX_WAITING_EVENTS) this.#events.push(frame);
    else this.#hasDropped = true;
  }

  /** Sends what waits, as far as the socket takes it. */
  #flush(): void {
    if (this.#phase === "opening") return;
    for (const [state, frame] of this.#states) {
      if (this.#stream.writableNeedDrain) return;
      this.#states.delete(state);
      this.#write(frame);
    }
    if (this.#phase === "lists-requested") return;
    let sent = 0;
    for (const frame of this.#events) {
      if (this.#stream.writableNeedDrain) break;
      this.#write(frame);
      sent += 1;
    }
    this.#events.splice(0, sent);
    if (!this.#hasDropped || this.#stream.writableNeedDrain) return;
    this.#hasDropped = false;
    this.#phase = "lists-requested";
    this.#requestLists();
  }

  #write(frame: Buffer): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#stream.write(frame);
  }
}

const FINAL_TEXT = 0x81;
const FINAL_BINARY = 0x82;
const LARGEST_IN_7_BITS = 125;
const LARGEST_IN_16_BITS = 65_535;

/**
 * A whole text message as the bytes of one frame from a server, RFC 6455 §5.2. It is the same for every socket, so
 * that a message to thousands is serialised and framed once.
 */
export function textFrame(text: string): Buffer {
  const sizeBytes = Buffer.byteLength(text);
  const header = frameHeader(FINAL_TEXT, sizeBytes);
  const frame = Buffer.allocUnsafeSlow(header.length + sizeBytes);
  header.copy(frame);
  frame.write(text, header.length);
  return frame;
}

/** The same for a whole binary message. */
export function binaryFrame(bytes: Uint8Array): Buffer {
  return Buffer.concat([frameHeader(FINAL_BINARY, bytes.length), bytes]);
}

/** The text in a frame that `textFrame` made. */
export function textOf(frame: Buffer): string {
  const size = frame[1] ?? 0;
  return frame.toString("utf8", size <= LARGEST_IN_7_BITS ? 2 : size === 126 ? 4 : 10);
}

function frameHeader(kind: number, sizeBytes: number): Buffer {
  if (sizeBytes <= LARGEST_IN_7_BITS) return Buffer.from([kind, sizeBytes]);
  if (sizeBytes <= LARGEST_IN_16_BITS) {
    const header = Buffer.from([kind, 126, 0, 0]);
    header.writeUInt16BE(sizeBytes, 2);
    return header;
  }
  const header = Buffer.alloc(10);
  header[0] = kind;
  header[1] = 127;
  header.writeBigUInt64BE(BigInt(sizeBytes), 2);
  return header;
}

const PING_MS = 25_000;
/** Sockets are asked in this many groups, one after the other. */
const PING_TURNS = 25;

interface Asked {
  /** Of PingTurns, when it joined. */
  readonly pingTurn: number;
  readonly socket: Pick<BrowserSocket, "checkAlive">;
}

/** Asks all sockets in turn whether they are there. */
export class PingTurns {
  readonly #timer: NodeJS.Timeout;
  #turn = 0;

  /** @param onTurn called once a second */
  constructor(members: ReadonlySet<Asked>, onTurn: () => void) {
    this.#timer = setInterval(() => {
      onTurn();
      this.#turn = (this.#turn + 1) % PING_TURNS;
      for (const { pingTurn, socket } of members) if (pingTurn === this.#turn) socket.checkAlive();
    }, PING_MS / PING_TURNS);
  }

  /** For a socket that joins now: it is asked last. */
  get turn(): number {
    return this.#turn;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
