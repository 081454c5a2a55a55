/** Runs the engine as a real child over its real pipes, and keeps its output. For tests. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { decodeStream } from "../audio/test-sound.ts";
import type { Codec } from "../formats/stream-formats.ts";
import {
  blockHeaderSchema,
  engineEventSchema,
  frameKinds,
  type BlockHeader,
  type EngineEvent,
  type EnginePlay,
  type ToEngine,
} from "./engine-protocol.ts";

/** A file without known cue points or album. */
export function wholeFile(file: string): EnginePlay["source"] {
  return { kind: "file", path: file, cues: null, albumPlace: null };
}

type Start = Extract<ToEngine, { kind: "start" }>;
/** A start with one MP3 mount that starts where the programme does, unless `mounts` says otherwise. */
type StartOverrides = Partial<Start> & {
  readonly bitrateKbps?: number;
  readonly sampleRateHz?: number;
  readonly channels?: number;
};
type EventOf<Kind extends EngineEvent["kind"]> = Extract<EngineEvent, { kind: Kind }>;

export interface ReceivedBlock {
  readonly header: BlockHeader;
  readonly bytes: Buffer;
}

const WAIT_LIMIT_MS = 45_000;

/** A child with the engine's pipes. Its output goes to `onFrames`. */
class EngineProcess {
  readonly child: ChildProcess;
  readonly log: string[] = [];
  onFrames: (frames: readonly Frame[]) => void = () => {};
  #pending = Buffer.alloc(0);

  constructor(mainUrl: URL) {
    const main = fileURLToPath(mainUrl);
    this.child = spawn(process.execPath, [main], { stdio: ["pipe", "pipe", "inherit", "pipe"] });
    const pipe = this.child.stdio[3];
    if (!(pipe instanceof Readable)) throw new TypeError("no pipe for frames");
    pipe.on("data", (chunk: Buffer) => this.onFrames(this.#take(chunk)));
    this.child.stdout?.on("data", (chunk: Buffer) => this.log.push(String(chunk)));
  }

  send(message: unknown): void {
    this.child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  async hangUp(): Promise<number | null> {
    const exited = once(this.child, "exit", { signal: AbortSignal.timeout(WAIT_LIMIT_MS) });
    this.child.stdin?.end();
    await exited;
    return this.child.exitCode;
  }

  #take(chunk: Buffer): readonly Frame[] {
    this.#pending = Buffer.concat([this.#pending, chunk]);
    const frames: Frame[] = [];
    while (this.#pending.length >= 4) {
      const length = this.#pending.readUInt32LE(0);
      if (this.#pending.length < 4 + length) break;
      frames.push(frameOf(this.#pending.readUInt8(4), this.#pending.subarray(5, 4 + length)));
      this.#pending = this.#pending.subarray(4 + length);
    }
    return frames;
  }
}

type Frame = { readonly event: EngineEvent } | { readonly block: ReceivedBlock };

function frameOf(kind: number, payload: Buffer): Frame {
  if (kind === frameKinds.event)
    return { event: engineEventSchema.parse(JSON.parse(String(payload))) };
  const headerEnd = 4 + payload.readUInt32LE(0);
  const header = blockHeaderSchema.parse(JSON.parse(String(payload.subarray(4, headerEnd))));
  return { block: { header, bytes: Buffer.from(payload.subarray(headerEnd)) } };
}

/**
 * A process that runs one engine after another, each from its own start. Starting a process takes more CPU time than
 * most tests need for their sound.
 */
export class EngineHost {
  readonly #process = new EngineProcess(new URL("test-engine-host.ts", import.meta.url));
  #engine: TestEngine | undefined;

  /** Ends the previous engine and starts another. @returns it once it is ready */
  async engine(): Promise<TestEngine> {
    await this.#engine?.end();
    this.#engine = new TestEngine(this.#process);
    await this.#engine.event("ready");
    return this.#engine;
  }

  async end(): Promise<void> {
    await this.#process.hangUp();
  }
}

export class TestEngine {
  readonly events: EngineEvent[] = [];
  readonly blocks: ReceivedBlock[] = [];
  onEvent: (event: EngineEvent) => void = () => {};
  onBlock: (header: BlockHeader) => void = () => {};
  sentFeedBytes = 0;
  readonly #process: EngineProcess;
  readonly #isHosted: boolean;
  readonly #waits = new Set<() => void>();
  #isOver = false;

  /** @param runner a file to run in its own process, or a host's process */
  constructor(runner: URL | EngineProcess = new URL("main.ts", import.meta.url)) {
    this.#isHosted = runner instanceof EngineProcess;
    this.#process = runner instanceof EngineProcess ? runner : new EngineProcess(runner);
    this.#process.onFrames = (frames) => this.#read(frames);
    // The host answers each with `ready`.
    if (this.#isHosted) this.#process.send("next");
  }

  get log(): readonly string[] {
    return this.#process.log;
  }

  get pid(): number {
    return this.#process.child.pid ?? -1;
  }

  send(message: ToEngine): void {
    if (this.#isOver) return;
    if (message.kind === "feed") this.sentFeedBytes += Buffer.from(message.base64, "base64").length;
    this.#process.send(message);
  }

  /** Sends `start` with the usual test defaults: 20 times real time from position 0, from now. */
  start({
    bitrateKbps = 128,
    sampleRateHz = 44_100,
    channels = 2,
    ...overrides
  }: StartOverrides): void {
    const startSamples = overrides.positionSamples ?? 0;
    this.send({
      kind: "start",
      mounts: [{ codec: "mp3", bitrateKbps, sampleRateHz, channels, startSamples }],
      isPlaying: true,
      isFadedOut: false,
      volume: 75,
      crossfadeMs: 1000,
      positionSamples: 0,
      dueNs: String(process.hrtime.bigint()),
      clockSpeed: 20,
      leadMs: 400,
      current: null,
      ...overrides,
    });
  }

  cue(play: EnginePlay | null): void {
    this.send({ kind: "cue", play });
  }

  /** The first event of the kind, past or future, that `isIt` accepts. */
  async event<Kind extends EngineEvent["kind"]>(
    kind: Kind,
    isIt: (event: EventOf<Kind>) => boolean = () => true,
  ): Promise<EventOf<Kind>> {
    return this.#until(() =>
      this.events.find((event): event is EventOf<Kind> => isKind(event, kind) && isIt(event)),
    );
  }

  /** Waits for the first block that `isIt` accepts. */
  async block(isIt: (header: BlockHeader) => boolean): Promise<ReceivedBlock> {
    return this.#until(() => this.blocks.find((block) => isIt(block.header)));
  }

  /** Waits until the programme has been produced up to this position. */
  async producedUntil(samples: number): Promise<void> {
    await this.block((header) => header.positionSamples + header.samples >= samples);
  }

  async #until<Value>(find: () => Value | undefined): Promise<Value> {
    const limit = AbortSignal.timeout(WAIT_LIMIT_MS);
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const onLimit = (): void =>
        reject(
          new Error(
            `waited too long; events: ${JSON.stringify(this.events.slice(-5)).slice(0, 1500)}`,
          ),
        );
      this.#waits.add(resolve);
      limit.addEventListener("abort", onLimit, { once: true });
      await promise;
      limit.removeEventListener("abort", onLimit);
      this.#waits.delete(resolve);
    }
  }

  /** Ends the engine. @returns all MP3 blocks, decoded: index 0 is the position of the first */
  async heard(file: string): Promise<Float32Array> {
    await this.end();
    await writeFile(file, Buffer.concat(this.blocksOf("mp3").map((block) => block.bytes)));
    return decodeStream(file);
  }

  blocksOf(codec: Codec): readonly ReceivedBlock[] {
    return this.blocks.filter(({ header }) => header.codec === codec);
  }

  /** Waits until it exits by itself. @returns the signal that ended it */
  async ended(): Promise<NodeJS.Signals | null> {
    const { child } = this.#process;
    if (child.exitCode === null && child.signalCode === null)
      await once(child, "exit", { signal: AbortSignal.timeout(WAIT_LIMIT_MS) });
    return child.signalCode;
  }

  /** Ends the engine; one with its own process by a signal. @returns that process's exit code */
  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    const { child } = this.#process;
    if (this.#isHosted) {
      if (this.#isOver) return null;
      this.#process.send("next");
      await this.#until(() => this.#isOver || undefined);
      return null;
    }
    if (child.exitCode !== null) return child.exitCode;
    const exited = once(child, "exit", { signal: AbortSignal.timeout(WAIT_LIMIT_MS) });
    child.kill(signal);
    await exited;
    return child.exitCode;
  }

  /** Ends the engine by ending its stdin. @returns its exit code */
  async hangUp(): Promise<number | null> {
    return await this.#process.hangUp();
  }

  #read(frames: readonly Frame[]): void {
    for (const frame of frames) {
      if ("block" in frame) {
        this.onBlock(frame.block.header);
        this.blocks.push(frame.block);
        continue;
      }
      if (this.#isHosted && frame.event.kind === "ready" && this.events.length > 0) {
        this.#isOver = true;
        break;
      }
      this.events.push(frame.event);
      this.onEvent(frame.event);
    }
    for (const wake of this.#waits) wake();
  }
}

function isKind<Kind extends EngineEvent["kind"]>(
  event: EngineEvent,
  kind: Kind,
): event is EventOf<Kind> {
  return event.kind === kind;
}
