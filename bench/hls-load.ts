import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";

/** The benchmark's one request to this process, and its answer. */
const hlsLoadOrderSchema = z.object({
  port: z.int(),
  players: z.int(),
  seconds: z.number(),
});
export type HlsLoadOrder = z.infer<typeof hlsLoadOrderSchema>;
export const hlsLoadAnswerSchema = z.object({
  requests: z.int(),
  mebibytes: z.number(),
  segments: z.int(),
  /** Segments a player never saw in its playlist. */
  missed: z.int(),
  /** How often a player ran out of sound. */
  ranDry: z.int(),
  /** Responses other than 200 and 304, and broken connections. */
  failures: z.int(),
  /** From a request to the last byte of its response. */
  p50Ms: z.number(),
  p99Ms: z.number(),
  worstMs: z.number(),
  cpuPercent: z.number(),
});
export type HlsLoadAnswer = z.infer<typeof hlsLoadAnswerSchema>;

const SEGMENT_MS = 6000;
/** A player starts this many segments before the end [RFC 8216 §6.3.3]. */
const FROM_END = 3;
const LONGEST_MS = 60_000;
const HEAD_END = "\r\n\r\n";

const counts = { requests: 0, bytes: 0, segments: 0, missed: 0, ranDry: 0, failures: 0 };
/** Requests by duration in ms. */
const histogram = new Uint32Array(LONGEST_MS + 1);

interface Answer {
  readonly status: number;
  /** Body of a playlist; segments are counted and dropped. */
  readonly text: string;
}

/** One keep-alive connection, with one request at a time. */
class Connection {
  readonly #socket: Socket;
  readonly #port: number;
  #head: Buffer | null = Buffer.alloc(0);
  #chunks: Buffer[] = [];
  #status = 0;
  #left = 0;
  #keepsBody = false;
  #answered = Promise.withResolvers<Answer>();

  constructor(port: number) {
    this.#port = port;
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (chunk: Buffer) => this.#take(chunk));
    this.#socket.on("error", () => {}); // its close is handled
    this.#socket.on("close", () => this.#answered.reject(new Error("the connection broke")));
    this.#answered.promise.catch(() => {}); // nothing was requested
  }

  async get(path: string, keepsBody: boolean): Promise<Answer> {
    const askedMs = performance.now();
    this.#answered = Promise.withResolvers();
    this.#head = Buffer.alloc(0);
    this.#keepsBody = keepsBody;
    this.#chunks = [];
    this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${this.#port}${HEAD_END}`);
    const answer = await this.#answered.promise;
    const tookMs = Math.min(Math.round(performance.now() - askedMs), LONGEST_MS);
    histogram[tookMs] = (histogram[tookMs] ?? 0) + 1;
    counts.requests += 1;
    if (answer.status !== 200) counts.failures += 1;
    return answer;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    counts.bytes += chunk.length;
    let body = chunk;
    if (this.#head !== null) {
      const head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
      const end = head.indexOf(HEAD_END);
      if (end < 0) {
        this.#head = head;
        return;
      }
      const lines = head.toString("latin1", 0, end);
      this.#status = Number(lines.slice(9, 12));
      this.#left = Number(/\r\ncontent-length: (\d+)/i.exec(lines)?.[1] ?? 0);
      this.#head = null;
      body = head.subarray(end + HEAD_END.length);
    }
    this.#left -= body.length;
    if (this.#keepsBody) this.#chunks.push(body);
    if (this.#left > 0) return;
    this.#answered.resolve({
      status: this.#status,
      text: this.#keepsBody ? Buffer.concat(this.#chunks).toString("latin1") : "",
    });
  }
}

/** Plays like hls.js or ffmpeg: each segment once, the playlist again after a segment, or after half of one. */
async function play({ port, endMs }: { port: number; endMs: number }): Promise<void> {
  const connection = new Connection(port);
  let next: number | null = null;
  let heardFromMs: number | null = null;
  let got = 0;
  try {
    while (performance.now() < endMs) {
      const askedMs = performance.now();
      const { status, text } = await connection.get("/hls/live.m3u8", true);
      const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1]);
      const names = text.split("\n").filter((line) => line.endsWith(".aac"));
      next ??= status === 200 ? Math.max(first, first + names.length - FROM_END) : null;
      let isNew = false;
      for (const [index, name] of names.entries()) {
        if (next === null || first + index < next) continue;
        counts.missed += first + index - next;
        await connection.get(`/hls/${name}`, false);
        counts.segments += 1;
        const nowMs = performance.now();
        heardFromMs ??= nowMs;
        if (nowMs > heardFromMs + got * SEGMENT_MS && got > 0) {
          counts.ranDry += 1;
          heardFromMs = nowMs - got * SEGMENT_MS;
        }
        got += 1;
        next = first + index + 1;
        isNew = true;
      }
      const pauseMs = isNew ? SEGMENT_MS : SEGMENT_MS / 2;
      await delay(Math.max(askedMs + pauseMs - performance.now(), 0));
    }
  } catch {
    counts.failures += 1;
  } finally {
    connection.close();
  }
}

async function playAll({ port, players, seconds }: HlsLoadOrder): Promise<HlsLoadAnswer> {
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  await Promise.all(
    Array.from({ length: players }, async (_value, index) => {
      // Arrivals are spread over one segment.
      await delay((index * SEGMENT_MS) / players);
      await play({ port, endMs });
    }),
  );
  const tookMs = performance.now() - startedMs;
  const cpu = process.cpuUsage(cpuBefore);
  const { bytes, ...others } = counts;
  return {
    ...others,
    mebibytes: bytes / 2 ** 20,
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
    if (counted > 0 && counted >= counts.requests * share) return ms;
  }
  return LONGEST_MS;
}

process.once("message", (value) => {
  playAll(hlsLoadOrderSchema.parse(value)).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
