import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { LONGEST_MS, monotonicMs, SENT_AT } from "./socket-talk.ts";

/** Requests of the benchmark to a process full of sockets, and its answers. */
const loadCommandSchema = z.discriminatedUnion("kind", [
  /** Have this many sockets open and fully initialised, alternating between these ports of a station. */
  z.object({
    kind: z.literal("hold"),
    ports: z.array(z.int()).min(1),
    sockets: z.int(),
    /** Of their source addresses: 127.`network`.x.y. */
    network: z.int(),
  }),
  /** Forget earlier deliveries. */
  z.object({ kind: z.literal("begin") }),
  /** Wait until each socket has got this many messages, for some seconds at most. */
  z.object({ kind: z.literal("collect"), messages: z.int() }),
]);
export type LoadCommand = z.infer<typeof loadCommandSchema>;
export const loadAnswerSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("held"), sockets: z.int() }),
  z.object({ kind: z.literal("begun") }),
  z.object({
    kind: z.literal("collected"),
    /** How many deliveries took how many ms. */
    deliveries: z.array(z.tuple([z.int(), z.int()])),
  }),
]);
export type LoadAnswer = z.infer<typeof loadAnswerSchema>;

const SOCKETS_PER_ADDRESS = 150;
const CONNECTING_AT_ONCE = 100;
/** How long to wait for messages still in transit. */
const LAST_DELIVERY_MS = 5000;
const UPGRADE_END = "\r\n\r\n";
const CHAT_START = Buffer.from('{"type":"chat_message","data":{');
const CHAT_LIST_START = Buffer.from('{"type":"chat_message","data":[');
/** Every socket reads into this: only an incomplete frame is kept. */
const shared = Buffer.allocUnsafe(64 * 1024);

const sockets: Socket[] = [];
/** Deliveries by duration in ms. */
const histogram = new Uint32Array(LONGEST_MS + 1);
let delivered = 0;

/** Opens one socket; resolves with the chat list, the last message of a new connection. */
async function openSocket(
  index: number,
  { ports, network }: Extract<LoadCommand, { readonly kind: "hold" }>,
): Promise<void> {
  const port = ports[index % ports.length] ?? 0;
  const host = Math.floor(index / SOCKETS_PER_ADDRESS) + 1;
  await new Promise<void>((resolve, reject) => {
    const socket = connect({
      port,
      host: "127.0.0.1",
      localAddress: `127.${network}.${Math.floor(host / 250)}.${(host % 250) + 1}`,
      onread: {
        buffer: shared,
        callback: frameReader((frame, nowMs) => {
          if (startsWith(frame, CHAT_LIST_START)) resolve();
          else if (startsWith(frame, CHAT_START)) recordDelivery(frame, nowMs);
        }),
      },
    });
    sockets.push(socket);
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("a socket was closed")));
    socket.write(
      `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==${UPGRADE_END}`,
    );
  });
}

/**
 * Splits a server's bytes into frames, after the upgrade response. @returns a function that takes the next bytes of
 * `shared`
 */
function frameReader(
  take: (payload: Buffer, nowMs: number) => void,
): (sizeBytes: number) => boolean {
  let rest: Buffer | null = null;
  let isOpen = false;
  return (sizeBytes) => {
    const nowMs = monotonicMs();
    const chunk = shared.subarray(0, sizeBytes);
    const bytes = rest === null ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    if (!isOpen) {
      const end = bytes.indexOf(UPGRADE_END);
      if (end >= 0) at = end + UPGRADE_END.length;
      isOpen = end >= 0;
    }
    let frame = isOpen ? frameAt(bytes, at) : null;
    while (frame !== null) {
      take(frame.payload, nowMs);
      at = frame.end;
      frame = frameAt(bytes, at);
    }
    rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : null;
    return true;
  };
}

function frameAt(
  bytes: Buffer,
  at: number,
): { readonly payload: Buffer; readonly end: number } | null {
  if (bytes.length < at + 2) return null;
  const short = bytes[at + 1] ?? 0;
  const headerBytes = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < at + headerBytes) return null;
  const size =
    short < 126
      ? short
      : short === 126
        ? bytes.readUInt16BE(at + 2)
        : Number(bytes.readBigUInt64BE(at + 2));
  const end = at + headerBytes + size;
  return bytes.length < end ? null : { payload: bytes.subarray(at + headerBytes, end), end };
}

function startsWith(frame: Buffer, text: Buffer): boolean {
  return frame.length >= text.length && frame.compare(text, 0, text.length, 0, text.length) === 0;
}

function recordDelivery(frame: Buffer, nowMs: number): void {
  const at = frame.indexOf(SENT_AT);
  if (at < 0) return;
  const sentAtMs = Number.parseFloat(frame.toString("latin1", at + SENT_AT.length, at + 40));
  const tookMs = Math.min(Math.max(Math.round(nowMs - sentAtMs), 0), LONGEST_MS);
  histogram[tookMs] = (histogram[tookMs] ?? 0) + 1;
  delivered += 1;
}

async function hold(command: Extract<LoadCommand, { readonly kind: "hold" }>): Promise<void> {
  while (sockets.length < command.sockets) {
    const from = sockets.length;
    const count = Math.min(CONNECTING_AT_ONCE, command.sockets - from);
    await Promise.all(Array.from({ length: count }, (_value, n) => openSocket(from + n, command)));
  }
}

async function collect(messages: number): Promise<LoadAnswer> {
  const end = performance.now() + LAST_DELIVERY_MS;
  while (delivered < messages * sockets.length && performance.now() < end) await delay(50);
  const deliveries = [...histogram.entries()].filter(([, count]) => count > 0);
  return { kind: "collected", deliveries };
}

async function obey(command: LoadCommand): Promise<LoadAnswer> {
  switch (command.kind) {
    case "hold":
      await hold(command);
      return { kind: "held", sockets: sockets.length };
    case "begin":
      histogram.fill(0);
      delivered = 0;
      return { kind: "begun" };
    case "collect":
      return await collect(command.messages);
    default:
      return command satisfies never;
  }
}

process.on("message", (value) => {
  obey(loadCommandSchema.parse(value)).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
