/** DJs for tests: ffmpeg as a real one, and raw sockets that speak like old programs. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { amplitudeOf, decodeStream } from "../audio/test-sound.ts";
import type { DjKey } from "../protocol/index.ts";

const run = promisify(execFile);
const SECOND = 44_100;
/** Speed of on-air's clock in tests whose DJs can send that fast; no real DJ program can. */
export const TEST_CLOCK_SPEED = 4;
/** Four seconds of real time, in which an ffmpeg on a busy machine may get no CPU. */
export const FFMPEG_AHEAD_SECONDS = 4 * TEST_CLOCK_SPEED;
/** Bytes per second of 320 kbit/s MP3. */
export const MP3_SECOND_BYTES = 40_000;
const PIECE_EVERY_MS = 50;
/** Sent at once: as much as on-air buffers from a sender faster than real time. */
const FIRST_SECONDS = 8;

export interface TestAccount {
  readonly key: string;
  readonly account: DjKey;
}

export function makeTestAccount(djName: string): TestAccount {
  const key = randomUUID().replaceAll("-", "");
  const keyHash = createHash("sha256").update(key).digest("hex");
  const username = djName.toLowerCase();
  return { key, account: { userId: randomUUID(), username, djName, keyHash } };
}

export function basicOf({ key, account }: TestAccount): string {
  return `Basic ${Buffer.from(`${account.username}:${key}`).toString("base64")}`;
}

/** Request head of an MP3 broadcast. */
export function sourceHead(dj: TestAccount): string {
  const lines = [`Authorization: ${basicOf(dj)}`, "content-type: audio/mpeg"];
  return `SOURCE /live ICE/1.0\r\n${lines.join("\r\n")}\r\n\r\n`;
}

/**
 * Broadcasts a tone with ffmpeg at the tests' clock.
 * @param options of the output
 * @param aheadSeconds sound sent at once, so ffmpeg may stall that long
 */
export function broadcastTone({
  dj: { key, account },
  url,
  hz,
  options,
  aheadSeconds = 0,
}: {
  readonly dj: TestAccount;
  readonly url: string;
  readonly hz: number;
  readonly options: readonly string[];
  readonly aheadSeconds?: number;
}): ChildProcess {
  const to = `icecast://${account.username}:${key}@${new URL(url).host}/live`;
  const pace = ["-readrate", String(TEST_CLOCK_SPEED)];
  const tone = (rest: string) => ["-f", "lavfi", "-i", `sine=f=${hz}:r=44100${rest},volume=12dB`];
  const ahead = aheadSeconds === 0 ? [] : tone(`:d=${aheadSeconds}`);
  const join = aheadSeconds === 0 ? [] : ["-filter_complex", "[0:a][1:a]concat=n=2:v=0:a=1"];
  const source = [...ahead, ...pace, ...tone(""), ...join];
  return spawn("ffmpeg", ["-v", "error", ...source, ...options, to], { stdio: "inherit" });
}

/** That many seconds of a tone as 320 kbit/s MP3. */
export async function makeMp3(
  folder: string,
  {
    hz,
    seconds,
    volumeDb = 0,
  }: { readonly hz: number; readonly seconds: number; readonly volumeDb?: number },
): Promise<Buffer> {
  const file = path.join(folder, `${hz}-${seconds}-${volumeDb}.mp3`);
  const source = `sine=f=${hz}:r=44100:d=${seconds},volume=${12 + volumeDb}dB`;
  await run("ffmpeg", [
    "-v",
    "error",
    "-y",
    "-f",
    "lavfi",
    "-i",
    source,
    "-ac",
    "2",
    "-b:a",
    "320k",
    file,
  ]);
  return readFile(file);
}

/** A source on a raw socket. */
export class RawDj {
  readonly socket: Socket;
  readonly #clockSpeed: number;
  readonly #timers = new Set<NodeJS.Timeout>();
  #answer = "";
  #wake: () => void = () => {};

  constructor({
    port,
    address,
    head,
    clockSpeed,
  }: {
    readonly port: number;
    /** Source address. */
    readonly address: string;
    readonly head: string;
    /** On-air's clock speed. */
    readonly clockSpeed: number;
  }) {
    this.#clockSpeed = clockSpeed;
    this.socket = connect({ port, host: "127.0.0.1", localAddress: address });
    this.socket.on("error", () => {}); // the station hung up
    this.socket.on("data", (chunk: Buffer) => {
      this.#answer += chunk.toString("latin1");
      this.#wake();
    });
    this.socket.on("close", () => this.#wake());
    this.socket.write(head);
  }

  /** Waits until the answer contains this text, or ends. @returns the whole answer */
  async answered(text: string): Promise<string> {
    while (!this.#answer.includes(text) && !this.socket.destroyed) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
    return this.#answer;
  }

  /** Sends some seconds at once and the rest at on-air's clock. @param wrap transforms each piece */
  pace(bytes: Buffer, wrap: (piece: Buffer) => Buffer = (piece) => piece): void {
    const beganAtMs = performance.now();
    let at = 0;
    const send = (): void => {
      // Follows the clock, so that late timers don't make a slow sender.
      const seconds = ((performance.now() - beganAtMs) / 1000) * this.#clockSpeed;
      const piece = bytes.subarray(at, Math.round((FIRST_SECONDS + seconds) * MP3_SECOND_BYTES));
      if (piece.length > 0) this.socket.write(wrap(piece));
      at += piece.length;
    };
    send();
    const timer = setInterval(send, PIECE_EVERY_MS);
    this.#timers.add(timer);
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.socket.destroy();
  }
}

/** Everything a listener hears from now on. */
export class Recording {
  /** Connection id under which on-air reports where in the programme the recording starts. */
  readonly cid = randomUUID();
  readonly #chunks: Uint8Array[] = [];
  readonly #abort = new AbortController();
  readonly #reading: Promise<void>;

  constructor(url: string) {
    this.#reading = this.#read(url);
  }

  /** Ends the recording and decodes it to interleaved stereo. */
  async sound(folder: string): Promise<Float32Array> {
    this.#abort.abort();
    await this.#reading;
    const file = path.join(folder, `${randomUUID()}.mp3`);
    await writeFile(file, Buffer.concat(this.#chunks));
    return await decodeStream(file);
  }

  /** Ends the recording. @returns the loudest tone of each stretch, "-" where there is none */
  async tones(folder: string, hz: readonly number[]): Promise<readonly (number | "-")[]> {
    return tonesIn(await this.sound(folder), hz);
  }

  async #read(url: string): Promise<void> {
    const { signal } = this.#abort;
    try {
      const { body } = await fetch(`${url}/stream.mp3?cid=${this.cid}`, { signal });
      if (body === null) throw new Error("no stream");
      for await (const chunk of body) this.#chunks.push(chunk);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** The loudest tone of each stretch, "-" where there is none. */
export function tonesIn(pcm: Float32Array, hz: readonly number[]): readonly (number | "-")[] {
  const heard: (number | "-")[] = [];
  // The first decoded moment is the decoder's own.
  for (let from = SECOND / 5; from + SECOND / 10 < pcm.length / 2; from += SECOND / 10) {
    const levels = hz.map((tone) => ({
      tone,
      level: amplitudeOf(pcm, { from, count: SECOND / 10, hz: tone }),
    }));
    const loudest = levels.reduce((a, b) => (b.level > a.level ? b : a));
    const tone = loudest.level > 0.05 ? loudest.tone : "-";
    if (heard.at(-1) !== tone) heard.push(tone);
  }
  return heard;
}
