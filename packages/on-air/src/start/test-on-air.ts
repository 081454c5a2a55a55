/** A complete on-air within the test's process, with its real engine and real sockets. For tests. */
import { connect, type Socket } from "node:net";
import path from "node:path";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import type * as z from "zod";
import { writeWave } from "../audio/test-sound.ts";
import type { CaptureParts } from "../capture/capture-source.ts";
import type { OnAirConfig } from "./config.ts";
import {
  fromOnAirSchema,
  MAX_LINE_BYTES,
  PROTOCOL_VERSION,
  type CommandName,
  type Commands,
  type FromOnAir,
  type OnAirStatus,
  type PlayableTrack,
} from "../protocol/index.ts";
import type { ProbeTiming } from "../probe/listener-probe.ts";
import { startOnAir, type RunningOnAir } from "./start-on-air.ts";

const WAIT_LIMIT_MS = 30_000;
/** Longer than a suite: only the probe's own tests wait for it, and elsewhere it would cost a second of CPU time. */
const noProbe: ProbeTiming = { delayMs: 3_600_000, roundMs: 10_000 };

export const testTrackId = "00000000-0000-4000-8000-000000000001";

/**
 * Starts on-air in a folder, with the real engine unless another is given.
 * @returns it, and the address of its stream server once there is sound
 */
export async function startTestOnAir(
  folder: string,
  overrides: Partial<OnAirConfig> & {
    readonly engineUrl?: URL;
    readonly probeTiming?: ProbeTiming;
    readonly capture?: CaptureParts;
  } = {},
): Promise<{ readonly onAir: RunningOnAir; readonly url: string }> {
  const { engineUrl, probeTiming = noProbe, capture, ...config } = overrides;
  const ready = Promise.withResolvers<string>();
  const onAir = await startOnAir({
    config: { ...testConfig(folder), ...config },
    ...(engineUrl === undefined ? {} : { engineUrl }),
    probeTiming,
    ...(capture === undefined ? {} : { capture }),
    report: (report) => {
      if (report.kind === "ready") ready.resolve(report.url);
    },
  });
  return { onAir, url: await ready.promise };
}

/** What the launcher would pass to an on-air in that folder. */
export function testConfig(folder: string): OnAirConfig {
  return {
    streamHost: "127.0.0.1",
    streamPort: 0,
    shoutcastPort: null,
    stateFolder: folder,
    socketPath: socketOf(folder),
    edgeSecret: null,
    relayPassword: null,
    geoipFile: null,
    trustProxy: [],
    tls: null,
    limits: { perNetwork: 50, fromLoopback: 500 },
    publicStreamUrl: null,
    site: { publicUrl: null, host: "127.0.0.1", port: null },
    isStationStart: false,
    logLevel: "silent",
    clockSpeed: 1,
  };
}

/** Writes a minute of sound whose pitch tells the position: after t seconds it has 400 + 20 t Hz. */
export async function writeRisingTone(folder: string): Promise<string> {
  const wave = (t: number): number =>
    0.5 * Math.SQRT1_2 * Math.sin(2 * Math.PI * (400 + 10 * t) * t);
  return await writeWave({ file: path.join(folder, "rising.wav"), seconds: 60, wave });
}

/** Position of this sound's middle in the rising tone, in seconds; the sound is mono. */
export function placeInRisingTone(sound: Float32Array, sampleRateHz: number): number {
  const crossings: number[] = [];
  for (let index = 1; index < sound.length; index += 1) {
    const [before = 0, after = 0] = [sound[index - 1], sound[index]];
    if (before < 0 && after >= 0) crossings.push(index - after / (after - before));
  }
  const [first = 0, last = 0] = [crossings[0], crossings.at(-1)];
  const hz = ((crossings.length - 1) * sampleRateHz) / (last - first);
  return (hz - 400) / 20;
}

/** The server's end of the link: sends orders, and keeps on-air's messages. */
export class TestServerSide {
  readonly messages: FromOnAir[] = [];
  readonly #socket: Socket;
  #nextId = 1;
  /** Callbacks of those waiting for a message: each checks what has come. */
  readonly #wakers = new Set<() => void>();

  constructor(folder: string) {
    this.#socket = connect(socketOf(folder));
    this.#socket.on("error", () => {}); // the test ended on-air
    this.#socket.write(
      toJsonLine({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null }),
    );
    this.#read().catch(() => {}); // the test ended on-air
  }

  /** Sends an order. @returns the answer's output */
  async order<Name extends CommandName>(
    name: Name,
    input: z.input<Commands[Name]["input"]>,
  ): Promise<unknown> {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#socket.write(toJsonLine({ kind: "command", id, name, input }));
    const answer = await this.message(
      (message) => (message.kind === "reply" || message.kind === "refusal") && message.id === id,
    );
    if (answer.kind === "reply") return answer.output;
    throw new Error(`on-air refused ${name}: ${JSON.stringify(answer)}`);
  }

  /** Gives on-air one long track to play. */
  async giveTrack(file: string): Promise<void> {
    const track: PlayableTrack = {
      kind: "file",
      trackId: testTrackId,
      path: file,
      title: "Tone",
      artist: "Test",
      album: null,
      albumArtist: null,
      discNumber: null,
      trackNumber: null,
      genre: null,
      durationMs: 60_000,
      gainDb: 0,
      cues: null,
    };
    await this.order("setRotation", { tracks: [track] });
  }

  /** The first message from `since` on, past or future, that `isIt` accepts. */
  async message(isIt: (message: FromOnAir) => boolean, since = 0): Promise<FromOnAir> {
    const limit = AbortSignal.timeout(WAIT_LIMIT_MS);
    for (;;) {
      const found = this.messages.slice(since).find(isIt);
      if (found !== undefined) return found;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      this.#wakers.add(resolve);
      const onLimit = (): void => reject(new Error("waited too long for a message of on-air"));
      limit.addEventListener("abort", onLimit, { once: true });
      await promise.finally(() => this.#wakers.delete(resolve));
      limit.removeEventListener("abort", onLimit);
    }
  }

  /** The first status from `since` on that `isWanted` accepts; from now on unless it may have come before. */
  async statusWhen(
    isWanted: (status: OnAirStatus) => boolean,
    since = this.messages.length,
  ): Promise<OnAirStatus> {
    const message = await this.message(
      (candidate) => candidate.kind === "status" && isWanted(candidate.status),
      since,
    );
    if (message.kind !== "status") throw new Error("no status");
    return message.status;
  }

  close(): void {
    this.#socket.destroy();
  }

  async #read(): Promise<void> {
    for await (const value of readJsonLines(this.#socket, { maxLineBytes: MAX_LINE_BYTES })) {
      this.messages.push(fromOnAirSchema.parse(value));
      for (const wake of this.#wakers) wake();
    }
  }
}

function socketOf(folder: string): string {
  return path.join(folder, "socket");
}
