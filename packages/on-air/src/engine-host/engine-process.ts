import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Readable, type Writable } from "node:stream";
import type { Logger } from "@neonrelay/process/log";
import {
  type AwakeClock,
  decideRestart,
  readAwakeClock,
  type RestartHistory,
  startAwakeClock,
} from "@neonrelay/process/supervision-rules";
import { toJsonLine } from "@neonrelay/process/json-lines";
import { leanFlags } from "@neonrelay/process/spare-memory";
import { signalChild } from "@neonrelay/process/child-process";
import type { BlockHeader, EngineEvent, ToEngine } from "../engine/engine-protocol.ts";
import { createEngineFrameReader } from "./engine-frames.ts";
import { isStopped } from "./is-stopped.ts";

export type StartMessage = Extract<ToEngine, { readonly kind: "start" }>;
export type EngineState = "running" | "starting" | "down";
/** `died`: crashed, hung or sent nonsense. `ended`: we ended it to restart it. */
export type EngineEnd = "died" | "ended";

interface EngineOwner {
  /** Called just before each run; gives the programme position at which it starts. */
  readonly startMessage: () => StartMessage;
  readonly onEvent: (event: EngineEvent) => void;
  readonly onBlock: (header: BlockHeader, bytes: Buffer) => void;
  readonly onEnd: (end: EngineEnd) => void;
  readonly onStateChanged: () => void;
}

/** An engine without sound or other sign of life for this long is killed; every block and event is a sign. */
const SILENCE_LIMIT_MS = 3000;
/**
 * After this long without a sign a running engine may be stopped (SIGSTOP): two checks in a row that find it stopped
 * kill it.
 */
const STOPPED_LIMIT_MS = 500;
/** Loading codecs on a busy machine takes a while; until the first block only this limit applies. */
const FIRST_BLOCK_LIMIT_MS = 20_000;
const CHECK_EVERY_MS = 250;
const CLOSE_LIMIT_MS = 1000;
const MAX_UNREAD_COMMAND_BYTES = 1024 * 1024;

/** One run of the engine. */
interface Run {
  readonly owner: EngineOwner;
  readonly child: ChildProcess;
  readonly commands: Writable;
  readonly frames: Readable;
  readonly startedAtMs: number;
  /** All three on the awake clock. */
  readonly bornAtMs: number;
  lastBlockAtMs: number | null;
  lastSignAtMs: number;
  /** The last check found it stopped. When a whole station is resumed, this process may be the last to wake. */
  wasStopped: boolean;
  end: EngineEnd;
}

/** Keeps one engine child running: starts, watches and restarts it, whatever happens. */
export class EngineProcess {
  readonly #spawnEngine: () => ChildProcess;
  readonly #log: Logger;
  #run: Run | null = null;
  #history: RestartHistory = { restartsInARow: 0 };
  #restartTimer: NodeJS.Timeout | null = null;
  #watchdog: NodeJS.Timeout | null = null;
  #isClosed = false;
  #clock: AwakeClock = startAwakeClock(performance.now());

  /** @param spawnEngine starts the child, which reads stdin and writes to file descriptor 3 */
  constructor({
    spawnEngine,
    log,
  }: {
    readonly spawnEngine: () => ChildProcess;
    readonly log: Logger;
  }) {
    this.#spawnEngine = spawnEngine;
    this.#log = log;
  }

  get state(): EngineState {
    if (this.#run === null) return "down";
    return this.#run.lastBlockAtMs === null ? "starting" : "running";
  }

  /** Process id of the child; undefined if there is none. */
  get pid(): number | undefined {
    return this.#run?.child.pid;
  }

  /** Starts running an engine. @param owner says where each run starts, and receives its output */
  start(owner: EngineOwner): void {
    // Read first what arrived while this process was not running, then judge.
    this.#watchdog = setInterval(() => setImmediate(() => this.#watch()), CHECK_EVERY_MS);
    this.#begin(owner);
  }

  /** Sends to the running engine. Dropped if there is none: the next start message holds everything. */
  send(message: Exclude<ToEngine, { readonly kind: "start" }>): void {
    if (this.#run !== null) this.#write(this.#run, message);
  }

  /** Ends this run and starts another at once, e.g. for a new bitrate. */
  restart(): void {
    const run = this.#run;
    if (run === null) return;
    run.end = "ended";
    signalChild(run.child, "SIGKILL");
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#watchdog !== null) clearInterval(this.#watchdog);
    if (this.#restartTimer !== null) clearTimeout(this.#restartTimer);
    const run = this.#run;
    if (run === null) return;
    const exited = new Promise((resolve) => run.child.once("close", resolve));
    run.commands.end();
    const hardEnd = setTimeout(() => signalChild(run.child, "SIGKILL"), CLOSE_LIMIT_MS);
    await exited;
    clearTimeout(hardEnd);
  }

  #begin(owner: EngineOwner): void {
    this.#restartTimer = null;
    const run = this.#spawnRun(owner);
    if (run === undefined) return this.#beginAgain({ owner, isDeath: true, uptimeMs: 0 });
    const { child, frames } = run;
    this.#run = run;
    run.commands.on("error", () => {}); // the engine is gone: `close` follows
    frames.on("error", () => {});
    child.once("close", (code, signal) => this.#ended(run, { code, signal }));
    const readFrames = createEngineFrameReader();
    frames.on("data", (chunk: Buffer) => {
      if (this.#run !== run || run.end === "ended") return;
      try {
        for (const frame of readFrames(chunk)) {
          if (frame.kind === "block") this.#takeBlock(run, frame.header, frame.bytes);
          else this.#takeEvent(run, frame.event);
        }
      } catch (error) {
        frames.removeAllListeners("data").resume();
        this.#kill(run, "sent what is no frame", error);
      }
    });
    this.#write(run, owner.startMessage());
    owner.onStateChanged();
  }

  /** @returns undefined when the system is out of processes, memory or file descriptors */
  #spawnRun(owner: EngineOwner): Run | undefined {
    try {
      const child = this.#spawnEngine();
      child.on("error", (error) => this.#log.error({ error }, "the engine could not be started"));
      // Without free file descriptors the child has no pipes, whatever its type says.
      const commands = child.stdin ?? undefined;
      const stdio: readonly unknown[] | undefined = child.stdio;
      const frames = stdio?.[3];
      if (child.pid === undefined || commands === undefined || !(frames instanceof Readable)) {
        signalChild(child, "SIGKILL");
        this.#log.error("the engine has no process or no pipes");
        return undefined;
      }
      const nowMs = this.#readClock();
      const times = { bornAtMs: nowMs, lastBlockAtMs: null, lastSignAtMs: nowMs };
      const startedAtMs = performance.now();
      return {
        owner,
        startedAtMs,
        child,
        commands,
        frames,
        ...times,
        wasStopped: false,
        end: "died",
      };
    } catch (error) {
      this.#log.error({ error }, "the engine could not be started");
      return undefined;
    }
  }

  #takeBlock(run: Run, header: BlockHeader, bytes: Buffer): void {
    const isFirst = run.lastBlockAtMs === null;
    run.owner.onBlock(header, bytes);
    run.lastBlockAtMs = this.#readClock();
    run.lastSignAtMs = run.lastBlockAtMs;
    if (isFirst) run.owner.onStateChanged();
  }

  #takeEvent(run: Run, event: EngineEvent): void {
    run.lastSignAtMs = this.#readClock();
    run.owner.onEvent(event);
  }

  #write(run: Run, message: ToEngine): void {
    if (run.commands.writableLength > MAX_UNREAD_COMMAND_BYTES)
      return this.#kill(run, "does not read its commands", undefined);
    run.commands.write(toJsonLine(message));
  }

  #watch(): void {
    const nowMs = this.#readClock();
    const run = this.#run;
    if (run === null) return;
    const hasStarted = run.lastBlockAtMs !== null;
    const limitMs = hasStarted ? SILENCE_LIMIT_MS : FIRST_BLOCK_LIMIT_MS;
    const blockAgeMs = nowMs - (run.lastBlockAtMs ?? run.bornAtMs);
    if (blockAgeMs > limitMs) return this.#kill(run, "delivers no sound", undefined);
    const signAgeMs = nowMs - run.lastSignAtMs;
    if (signAgeMs > limitMs) return this.#kill(run, "stopped responding", undefined);
    if (hasStarted) this.#killStopped(run, signAgeMs);
  }

  #killStopped(run: Run, signAgeMs: number): void {
    const { pid } = run.child;
    const isStill = signAgeMs > STOPPED_LIMIT_MS && pid !== undefined && isStopped(pid);
    if (isStill && run.wasStopped) this.#kill(run, "is stopped", undefined);
    run.wasStopped = isStill;
  }

  /** If on-air itself was stopped for a while, it has not heard from an engine that may be fine. */
  #readClock(): number {
    this.#clock = readAwakeClock(this.#clock, performance.now());
    return this.#clock.awakeMs;
  }

  #kill(run: Run, reason: string, error: unknown): void {
    if (run.child.killed) return;
    this.#log.error({ reason, error }, "killing the engine");
    signalChild(run.child, "SIGKILL");
  }

  #ended(
    run: Run,
    exit: { readonly code: number | null; readonly signal: NodeJS.Signals | null },
  ): void {
    if (this.#run !== run) return;
    this.#run = null;
    if (this.#isClosed) return;
    const isDeath = run.end === "died";
    if (isDeath) this.#log.error(exit, "the engine died");
    run.owner.onEnd(run.end);
    const uptimeMs = performance.now() - run.startedAtMs;
    this.#beginAgain({ owner: run.owner, isDeath, uptimeMs });
  }

  #beginAgain({
    owner,
    isDeath,
    uptimeMs,
  }: {
    readonly owner: EngineOwner;
    readonly isDeath: boolean;
    readonly uptimeMs: number;
  }): void {
    const { delayMs, history } = isDeath
      ? decideRestart({ history: this.#history, uptimeMs })
      : { delayMs: 0, history: this.#history };
    this.#history = history;
    if (delayMs === 0) return this.#begin(owner);
    owner.onStateChanged();
    this.#restartTimer = setTimeout(() => this.#begin(owner), delayMs);
  }
}

export const realEngineUrl = new URL("../engine/main.ts", import.meta.url);

/** Starts an engine from that file with this process's Node. @param wrapper the command that sandboxes it */
export function spawnEngineOf(engineUrl: URL, wrapper: readonly string[]): ChildProcess {
  const command = [...wrapper, process.execPath, ...leanFlags, fileURLToPath(engineUrl)];
  return spawn(command[0] ?? "", command.slice(1), {
    stdio: ["pipe", "inherit", "inherit", "pipe"],
  });
}
