/** A whole on-air in the test's process, with its real engine and its real sockets. For tests. */
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
/** Longer than a suite: only the probe's own wait for it, and with the others it would take a second of the processor. */
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

/** What the launcher would give to an on-air in that folder. */
export function testConfig(folder: string): OnAirConfig {
  return {
    streamHost: "127.0.0.1",
    streamPort: 0,
    shoutcastPort: null,
    stateFolder: folder,
    socketPath: socketOf(folder),
    edgeSecret: null,
    relayPassword: null,
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

/** Writes a minute of sound that tells where in the file it is: after t seconds it has 400 + 20 t Hz. */
export async function writeRisingTone(folder: string): Promise<string> {
  const wave = (t: number): number =>
    0.5 * Math.SQRT1_2 * Math.sin(2 * Math.PI * (400 + 10 * t) * t);
  return await writeWave({ file: path.join(folder, "rising.wav"), seconds: 60, wave });
}

/** Where in the rising tone this sound is, in seconds, at its middle; the sound is one channel. */
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

/** The server's end of the link: gives orders, and keeps what on-air says. */
export class TestServerSide {
  readonly messages: FromOnAir[] = [];
  readonly #socket: Socket;
  #nextId = 1;
  /** Of those who wait for a message: each looks at what has come. */
  readonly #wakers = new Set<() => void>();

  constructor(folder: string) {
    this.#socket = connect(socketOf(folder));
    this.#socket.on("error", () => {}); // the test ended on-air
    this.#socket.write(
      toJsonLine({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null }),
    );
    this.#read().catch(() => {}); // the test ended on-air
  }

  /** Orders something. @returns the answer's output */
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

  /** The first message that `isIt` accepts, from `since` on: past or to come. */
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

  /** The first status that `isWanted` accepts, from `since` on: from now on unless it may have come before. */
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
