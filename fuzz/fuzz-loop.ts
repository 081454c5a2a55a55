import {
  createSeededRandom,
  type SeededRandom,
} from "../packages/test-station/src/hostile-music/seeded-random.ts";
import type { Coverage } from "./coverage.ts";
import { mutate } from "./mutate.ts";
import { bytesOf, type FuzzTarget } from "./target.ts";
import { createTrial, type LooseFailures } from "./try-input.ts";

/** Time limit per input, for the fastest of three runs. */
const SLOW_MS = 1000;
/** Maximum buffer memory a target may hold between two inputs. */
const MAX_BUFFER_BYTES = 512 * 1024 * 1024;
const LEAST_BATCH = 16;
const MAX_BATCH = 1024;
const MAX_SHRINK_STEPS = 2000;

export interface LoopParts {
  readonly target: FuzzTarget;
  readonly seed: number;
  readonly endsAtMs: number;
  readonly saved: readonly Buffer[];
  readonly coverage: Coverage;
  readonly loose: LooseFailures;
  /** Called with each input before it runs. */
  readonly begin: (input: Buffer) => void;
}

export interface LoopOutcome {
  readonly inputs: number;
  readonly blocks: number;
  readonly kept: number;
  readonly slowestMs: number;
  readonly failure: { readonly why: string; readonly stack: string; readonly input: Buffer } | null;
}

/**
 * Feeds inputs to a target until the time is up or one fails. Inputs that reach new code become the basis of others.
 */
export async function fuzz(parts: LoopParts): Promise<LoopOutcome> {
  return await new Loop(parts).run();
}

class Loop {
  readonly #parts: LoopParts;
  readonly #random: SeededRandom;
  readonly #words: readonly Buffer[];
  readonly #try: ReturnType<typeof createTrial>;
  readonly #pool: Buffer[];
  #inputs = 0;
  #slowestMs = 0;
  #failure: { readonly error: Error; readonly input: Buffer } | null = null;

  constructor(parts: LoopParts) {
    this.#parts = parts;
    this.#random = createSeededRandom(parts.seed);
    this.#words = parts.target.words.map(bytesOf);
    this.#try = createTrial(parts.target);
    this.#pool = [...parts.target.seeds.map(bytesOf), ...parts.saved];
    if (this.#pool.length === 0) this.#pool.push(Buffer.alloc(0));
  }

  async run(): Promise<LoopOutcome> {
    await this.#runAll(this.#pool);
    (await this.#parts.coverage.look()).keep();
    let size = LEAST_BATCH;
    while (this.#failure === null && performance.now() < this.#parts.endsAtMs) {
      const batch = Array.from({ length: size }, () => this.#makeInput());
      await this.#runAll(batch);
      const look = await this.#parts.coverage.look();
      if (look.isNew && this.#failure === null) await this.#keepNew(batch, look.keep);
      size = look.isNew ? Math.max(LEAST_BATCH, size / 2) : Math.min(MAX_BATCH, size * 2);
    }
    const failure = this.#failure === null ? null : await this.#describe(this.#failure);
    const { blocks } = this.#parts.coverage;
    const counts = { inputs: this.#inputs, blocks, kept: this.#pool.length };
    return { ...counts, slowestMs: this.#slowestMs, failure };
  }

  #makeInput(): Buffer {
    const pick = (): Buffer => this.#pool[this.#random.below(this.#pool.length)] ?? Buffer.alloc(0);
    return mutate(pick(), {
      random: this.#random,
      words: this.#words,
      other: pick(),
      mostBytes: this.#parts.target.mostBytes,
    });
  }

  async #runAll(batch: readonly Buffer[]): Promise<void> {
    for (const input of batch) {
      if (this.#failure !== null) return;
      const error = await this.#runOne(input);
      if (error !== undefined) this.#failure = { error, input };
    }
    const { arrayBuffers } = process.memoryUsage();
    const input = batch.at(-1);
    if (arrayBuffers > MAX_BUFFER_BYTES && input !== undefined)
      this.#failure ??= { error: new Error(`holds ${arrayBuffers} bytes of buffers`), input };
  }

  async #runOne(input: Buffer): Promise<Error | undefined> {
    const first = await this.#time(input);
    if (first.error !== undefined || first.tookMs <= SLOW_MS) return first.error;
    // The garbage collector may have interfered.
    const again = [await this.#time(input), await this.#time(input)];
    const fastestMs = Math.min(first.tookMs, ...again.map(({ tookMs }) => tookMs));
    return fastestMs > SLOW_MS ? new Error(`takes more than ${SLOW_MS} ms`) : undefined;
  }

  async #time(
    input: Buffer,
  ): Promise<{ readonly error: Error | undefined; readonly tookMs: number }> {
    this.#inputs += 1;
    this.#parts.begin(input);
    // CPU time of this thread, since another program may have the CPU.
    const before = process.threadCpuUsage();
    // A copy: a reader that writes into its input must not affect others.
    const outcome = this.#try(Buffer.from(input));
    const error = outcome instanceof Promise ? await outcome : outcome;
    const { user, system } = process.threadCpuUsage(before);
    const tookMs = (user + system) / 1000;
    this.#slowestMs = Math.max(this.#slowestMs, tookMs);
    return { error: error ?? this.#parts.loose.next(), tookMs };
  }

  /** Bisects a batch to find one input that reached new code. */
  async #keepNew(batch: readonly Buffer[], keepAll: () => void): Promise<void> {
    let part = batch;
    while (part.length > 1 && this.#failure === null) {
      const half = part.slice(0, Math.floor(part.length / 2));
      await this.#runAll(half);
      const isIn = (await this.#parts.coverage.look()).isNew;
      part = isIn ? half : part.slice(half.length);
    }
    await this.#runAll(part);
    const look = await this.#parts.coverage.look();
    if (look.isNew) {
      look.keep();
      this.#pool.push(...part);
    } else keepAll(); // it was reached only through the state left by an earlier input
  }

  async #describe({
    error,
    input,
  }: {
    readonly error: Error;
    readonly input: Buffer;
  }): Promise<NonNullable<LoopOutcome["failure"]>> {
    const isSlow = error.message.startsWith("takes more than");
    const small = isSlow ? input : await this.#shrink(input, error);
    return { why: `${error.name}: ${error.message}`, stack: error.stack ?? "", input: small };
  }

  /** Removes everything the failure does not need. */
  async #shrink(input: Buffer, { name, message }: Error): Promise<Buffer> {
    let small = input;
    let steps = 0;
    for (let size = Math.ceil(small.length / 2); size >= 1; size = Math.floor(size / 2))
      for (let at = 0; at < small.length && steps < MAX_SHRINK_STEPS; steps += 1) {
        const shorter = Buffer.concat([small.subarray(0, at), small.subarray(at + size)]);
        const { error } = await this.#time(shorter);
        const isSame = error?.name === name && error.message.slice(0, 30) === message.slice(0, 30);
        if (isSame) small = shorter;
        else at += size;
      }
    return small;
  }
}
