import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";

/** What the benchmark asks of this process, and what it answers. */
export const loadCommandSchema = z.discriminatedUnion("kind", [
  /** Have this many sockets open and told everything. */
  z.object({ kind: z.literal("hold"), port: z.int(), sockets: z.int() }),
  z.object({ kind: z.literal("chat"), perSecond: z.number(), seconds: z.number() }),
]);
export type LoadCommand = z.infer<typeof loadCommandSchema>;
export const loadAnswerSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("held"), sockets: z.int() }),
  z.object({
    kind: z.literal("chatted"),
    sent: z.int(),
    delivered: z.int(),
    p50Ms: z.number(),
    p99Ms: z.number(),
    worstMs: z.number(),
    cpuPercent: z.number(),
  }),
]);
export type LoadAnswer = z.infer<typeof loadAnswerSchema>;

const SOCKETS_PER_ADDRESS = 150;
const CONNECTING_AT_ONCE = 100;
/** A visitor may send one message a second, and a network ten: these are enough for all. */
const SENDING_ADDRESSES = 60;
const LONGEST_MS = 60_000;
/** Waited for what is still under way when all is sent. */
const LAST_DELIVERY_MS = 5000;
const UPGRADE_END = "\r\n\r\n";
const CHAT_START = '{"type":"chat_message","data":{';
const CHAT_LIST_START = '{"type":"chat_message","data":[';
const SENT_AT = "sent at ";

const sockets: Socket[] = [];
/** Deliveries by how many ms they took. */
const histogram = new Uint32Array(LONGEST_MS + 1);
let delivered = 0;
/** Who have spoken so far. */
let visitors = 0;
let stationPort = 0;

/** Opens one socket; resolves with the chat list, the last message that a new connection gets. */
async function openSocket(index: number): Promise<void> {
  const host = Math.floor(index / SOCKETS_PER_ADDRESS) + 1;
  const socket = connect({
    port: stationPort,
    host: "127.0.0.1",
    localAddress: `127.1.${Math.floor(host / 250)}.${(host % 250) + 1}`,
  });
  sockets.push(socket);
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${stationPort}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==${UPGRADE_END}`,
  );
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("a socket was closed")));
    readFrames(socket, (frame, nowMs) => {
      if (startsWith(frame, CHAT_LIST_START)) resolve();
      else if (startsWith(frame, CHAT_START)) noteDelivery(frame, nowMs);
    });
  });
}

/** Cuts what a server sends into frames, after the answer to the upgrade. */
function readFrames(socket: Socket, take: (payload: Buffer, nowMs: number) => void): void {
  let rest: Buffer | null = null;
  let isOpen = false;
  socket.on("data", (chunk: Buffer) => {
    const nowMs = clockMs();
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
    rest = at < bytes.length ? bytes.subarray(at) : null;
  });
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

function startsWith(frame: Buffer, text: string): boolean {
  return frame.toString("latin1", 0, Math.min(text.length, frame.length)) === text;
}

function noteDelivery(frame: Buffer, nowMs: number): void {
  const at = frame.indexOf(SENT_AT);
  if (at < 0) return;
  const sentAtMs = Number.parseFloat(frame.toString("latin1", at + SENT_AT.length, at + 40));
  const tookMs = Math.min(Math.max(Math.round(nowMs - sentAtMs), 0), LONGEST_MS);
  histogram[tookMs] = (histogram[tookMs] ?? 0) + 1;
  delivered += 1;
}

function clockMs(): number {
  return performance.timeOrigin + performance.now();
}

async function hold(wanted: number): Promise<void> {
  while (sockets.length < wanted) {
    const from = sockets.length;
    const count = Math.min(CONNECTING_AT_ONCE, wanted - from);
    await Promise.all(Array.from({ length: count }, (_value, n) => openSocket(from + n)));
  }
}

/** One message of a visitor of its own: the name of one who spoke before is taken. */
async function say(): Promise<void> {
  const index = visitors;
  visitors += 1;
  const body = JSON.stringify({
    username: `visitor${index}`,
    message: `${SENT_AT}${clockMs().toFixed(1)} and some more words, as people say`,
  });
  const sending = request({
    port: stationPort,
    host: "127.0.0.1",
    localAddress: `127.2.0.${(index % SENDING_ADDRESSES) + 1}`,
    path: "/api/chat/send",
    method: "POST",
    headers: { "content-type": "application/json", "content-length": body.length },
  });
  sending.end(body);
  const [response] = await once(sending, "response");
  response.resume();
  if (response.statusCode !== 200) throw new Error(`chat answered ${response.statusCode}`);
}

async function chat({
  perSecond,
  seconds,
}: {
  readonly perSecond: number;
  readonly seconds: number;
}): Promise<LoadAnswer> {
  histogram.fill(0);
  delivered = 0;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const sending: Promise<void>[] = [];
  const wanted = perSecond * seconds;
  while (sending.length < wanted) {
    sending.push(say());
    const nextAt = startedAt + (sending.length * 1000) / perSecond;
    await delay(Math.max(nextAt - performance.now(), 0));
  }
  await Promise.all(sending);
  const tookMs = performance.now() - startedAt;
  const cpu = process.cpuUsage(cpuBefore);
  const end = performance.now() + LAST_DELIVERY_MS;
  while (delivered < wanted * sockets.length && performance.now() < end) await delay(50);
  return {
    kind: "chatted",
    sent: wanted,
    delivered,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    worstMs: percentile(1),
    cpuPercent: (cpu.user + cpu.system) / 10 / tookMs,
  };
}

function percentile(share: number): number {
  let counted = 0;
  for (let ms = 0; ms < histogram.length; ms += 1) {
    counted += histogram[ms] ?? 0;
    if (counted > 0 && counted >= delivered * share) return ms;
  }
  return LONGEST_MS;
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

async function obey(command: LoadCommand): Promise<LoadAnswer> {
  if (command.kind === "chat") return await chat(command);
  stationPort = command.port;
  await hold(command.sockets);
  return { kind: "held", sockets: sockets.length };
}
