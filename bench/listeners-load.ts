import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import {
  deliveredKbps,
  isWithin,
  newDelivery,
  recordArrival,
  type Delivery,
} from "./delivery-rules.ts";

/** Requests of the benchmark to a process full of listeners, and its answers. */
const crowdOrderSchema = z.discriminatedUnion("kind", [
  /** Open this many listeners, dropping the previous ones at once. */
  z.object({
    kind: z.literal("listen"),
    port: z.int(),
    listeners: z.int(),
    wantsTitles: z.boolean(),
    /** Of their source addresses: 127.`network`.x.y. */
    network: z.int(),
    limitMs: z.number(),
  }),
  z.object({ kind: z.literal("measure"), seconds: z.number(), bitrateKbps: z.number() }),
]);
export type CrowdOrder = z.infer<typeof crowdOrderSchema>;
export const crowdReportSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("listening"),
    /** Listeners that got sound. */
    accepted: z.int(),
    /** Connections refused or broken, and retried. */
    failures: z.int(),
    tookMs: z.number(),
  }),
  z.object({
    kind: z.literal("measured"),
    held: z.int(),
    /** Listeners within one per cent of the bitrate. */
    within: z.int(),
    megabytes: z.number(),
    cpuPercent: z.number(),
  }),
]);
export type CrowdReport = z.infer<typeof crowdReportSchema>;

const CONNECTING_AT_ONCE = 400;
const LISTENERS_PER_ADDRESS = 1000;
const RETRY_MS = 250;
const TOLERANCE = 0.01;
/** Every socket reads into this: the sound is discarded. */
const shared = Buffer.allocUnsafe(64 * 1024);

interface Ear {
  readonly socket: Socket;
  delivery: Delivery;
}

const ears = new Set<Ear>();
/** Still waiting for sound. */
const asking = new Set<Socket>();
let isMeasuring = false;
let bytesMeasured = 0;

/** Opens one connection and waits for its first bytes. @returns null when it is refused or ends before */
async function listen(order: Listen, index: number): Promise<Ear | null> {
  const host = Math.floor(index / LISTENERS_PER_ADDRESS) + 1;
  return await new Promise((resolve) => {
    let isHeard = false;
    const take = (size: number): boolean => {
      if (!isHeard) {
        isHeard = true;
        const isGood = /^HTTP\/1\.\d 200 /.test(shared.toString("latin1", 0, Math.min(size, 16)));
        asking.delete(socket);
        if (isGood) ears.add(ear);
        if (isGood) resolve(ear);
        else socket.destroy();
      }
      if (isMeasuring) {
        recordArrival(ear.delivery, size, performance.now());
        bytesMeasured += size;
      }
      return true;
    };
    const socket = connect({
      port: order.port,
      host: "127.0.0.1",
      localAddress: `127.${order.network}.0.${host}`,
      onread: { buffer: shared, callback: take },
    });
    const ear: Ear = { socket, delivery: newDelivery() };
    asking.add(socket);
    socket.on("error", () => {}); // its close is handled
    socket.on("close", () => {
      asking.delete(socket);
      ears.delete(ear);
      resolve(null);
    });
    socket.write(
      `GET /stream.mp3 HTTP/1.0\r\nHost: 127.0.0.1:${order.port}\r\nUser-Agent: bench/1\r\n${order.wantsTitles ? "Icy-MetaData: 1\r\n" : ""}\r\n`,
    );
  });
}

type Listen = Extract<CrowdOrder, { readonly kind: "listen" }>;

async function listenAll(order: Listen): Promise<CrowdReport> {
  for (const { socket } of ears) socket.destroy();
  ears.clear();
  const startedMs = performance.now();
  let next = 0;
  let failures = 0;
  let lastHeardMs = startedMs;
  const isInTime = (): boolean => performance.now() - startedMs < order.limitMs;
  const work = async (): Promise<void> => {
    while (next < order.listeners && isInTime()) {
      const index = next;
      next += 1;
      let ear = await listen(order, index);
      while (ear === null && isInTime()) {
        failures += 1;
        await delay(RETRY_MS);
        ear = await listen(order, index);
      }
      if (ear !== null) lastHeardMs = performance.now();
    }
  };
  const limit = setTimeout(() => {
    for (const socket of asking) socket.destroy();
  }, order.limitMs);
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, work));
  clearTimeout(limit);
  return {
    kind: "listening",
    accepted: ears.size,
    failures,
    tookMs: lastHeardMs - startedMs,
  };
}

async function measure({
  seconds,
  bitrateKbps,
}: {
  readonly seconds: number;
  readonly bitrateKbps: number;
}): Promise<CrowdReport> {
  for (const ear of ears) ear.delivery = newDelivery();
  bytesMeasured = 0;
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  isMeasuring = true;
  await delay(seconds * 1000);
  isMeasuring = false;
  const tookMs = performance.now() - startedMs;
  const cpu = process.cpuUsage(cpuBefore);
  const within = [...ears].filter(({ delivery }) =>
    isWithin(deliveredKbps(delivery), { of: bitrateKbps, share: TOLERANCE }),
  );
  return {
    kind: "measured",
    held: ears.size,
    within: within.length,
    megabytes: bytesMeasured / 1e6,
    cpuPercent: (cpu.user + cpu.system) / 10 / tookMs,
  };
}

async function obey(order: CrowdOrder): Promise<CrowdReport> {
  return order.kind === "listen" ? await listenAll(order) : await measure(order);
}

process.on("message", (value) => {
  obey(crowdOrderSchema.parse(value)).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
