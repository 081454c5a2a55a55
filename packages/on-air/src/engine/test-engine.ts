/** Runs the engine as a real child over its real pipes, and keeps what it says. For tests. */
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
/** A start with one mount of MP3, beginning where the programme does, unless `mounts` says otherwise. */
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

export class TestEngine {
  readonly events: EngineEvent[] = [];
  readonly blocks: ReceivedBlock[] = [];
  readonly log: string[] = [];
  onEvent: (event: EngineEvent) => void = () => {};
  onBlock: (header: BlockHeader) => void = () => {};
  sentFeedBytes = 0;
  readonly #child: ChildProcess;
  readonly #waits = new Set<() => void>();
  #pending = Buffer.alloc(0);

  /** @param mainUrl the file it runs */
  constructor(mainUrl = new URL("main.ts", import.meta.url)) {
    const main = fileURLToPath(mainUrl);
    this.#child = spawn(process.execPath, [main], { stdio: ["pipe", "pipe", "inherit", "pipe"] });
    const frames = this.#child.stdio[3];
    if (!(frames instanceof Readable)) throw new TypeError("no pipe for frames");
    frames.on("data", (chunk: Buffer) => this.#read(chunk));
    this.#child.stdout?.on("data", (chunk: Buffer) => this.log.push(String(chunk)));
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  send(message: ToEngine): void {
    if (message.kind === "feed") this.sentFeedBytes += Buffer.from(message.base64, "base64").length;
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  /** Sends `start` with what tests mostly want: 20 times real time from position 0, from now. */
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

  /** The first event of the kind, past or to come, that `isIt` accepts. */
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

  /** Ends the engine. @returns all blocks of MP3, decoded: index 0 is the position of the first */
  async heard(file: string): Promise<Float32Array> {
    await this.end();
    await writeFile(file, Buffer.concat(this.blocksOf("mp3").map((block) => block.bytes)));
    return decodeStream(file);
  }

  blocksOf(codec: Codec): readonly ReceivedBlock[] {
    return this.blocks.filter(({ header }) => header.codec === codec);
  }

  /** Waits until it has ended by itself. @returns the signal it ended by */
  async ended(): Promise<NodeJS.Signals | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null)
      await once(this.#child, "exit", { signal: AbortSignal.timeout(WAIT_LIMIT_MS) });
    return this.#child.signalCode;
  }

  /** Ends the engine by a signal. @returns its exit code */
  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    if (this.#child.exitCode !== null) return this.#child.exitCode;
    const exited = once(this.#child, "exit", { signal: AbortSignal.timeout(WAIT_LIMIT_MS) });
    this.#child.kill(signal);
    await exited;
    return this.#child.exitCode;
  }

  /** Ends the engine by ending its stdin. @returns its exit code */
  async hangUp(): Promise<number | null> {
    const exited = once(this.#child, "exit", { signal: AbortSignal.timeout(WAIT_LIMIT_MS) });
    this.#child.stdin?.end();
    await exited;
    return this.#child.exitCode;
  }

  #read(chunk: Buffer): void {
    this.#pending = Buffer.concat([this.#pending, chunk]);
    while (this.#pending.length >= 4) {
      const length = this.#pending.readUInt32LE(0);
      if (this.#pending.length < 4 + length) break;
      this.#take(this.#pending.readUInt8(4), this.#pending.subarray(5, 4 + length));
      this.#pending = this.#pending.subarray(4 + length);
    }
    for (const wake of this.#waits) wake();
  }

  #take(kind: number, payload: Buffer): void {
    if (kind === frameKinds.event) {
      const event = engineEventSchema.parse(JSON.parse(String(payload)));
      this.events.push(event);
      this.onEvent(event);
      return;
    }
    const headerEnd = 4 + payload.readUInt32LE(0);
    const header = blockHeaderSchema.parse(JSON.parse(String(payload.subarray(4, headerEnd))));
    this.onBlock(header);
    this.blocks.push({ header, bytes: Buffer.from(payload.subarray(headerEnd)) });
  }
}

function isKind<Kind extends EngineEvent["kind"]>(
  event: EngineEvent,
  kind: Kind,
): event is EventOf<Kind> {
  return event.kind === kind;
}
