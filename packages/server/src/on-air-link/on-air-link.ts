import {
  commands,
  MAX_LINE_BYTES,
  PROTOCOL_VERSION,
  type CommandName,
  type Commands,
  type FromOnAir,
  type Levels,
  type OnAirStatus,
  type ToOnAir,
} from "@neonrelay/on-air/protocol";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import type { Logger } from "@neonrelay/process/log";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type * as z from "zod";
import { isDatabaseAway } from "../database/database-failures.ts";
import type { JournalPosition, OnAirJournal } from "./on-air-journal.ts";
import type { StationEvents } from "../events/station-events.ts";
import { OnAirIntake } from "./on-air-intake.ts";
import { readOnAirMessage, type UnreadableEvent } from "./on-air-messages.ts";
import { SilenceWatch } from "./silence-watch.ts";

/** on-air is not reachable now, did not answer in time, or the link broke before it answered. */
export class LinkDownError extends Error {
  override readonly name = "LinkDownError";
}

/** on-air would not do it; the message is its reason. */
export class CommandRefusedError extends Error {
  override readonly name = "CommandRefusedError";
}

export interface OnAirLinkParts {
  readonly socketPath: string;
  readonly journal: OnAirJournal;
  /** Gets `on-air.ready`, `on-air.changed` and `listener.attached`. */
  readonly events: StationEvents;
  /** Gets each line of a warning or an error in the log of on-air and its engine. */
  readonly noteLine: (line: string) => void;
  readonly log: Logger;
}

interface Waiting {
  readonly name: CommandName;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
}

const COMMAND_LIMIT_MS = 5000;
/** on-air speaks every one and a half seconds: after this long without a word the link is lost, though it stands. */
const SILENCE_LIMIT_MS = 4000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5000;
/** After this long without a word from on-air its last status no longer says anything about the present. */
const STATUS_HOLDS_MS = 5000;
/** Listeners stay while the link is away, so their last number is good for longer. */
const LISTENERS_HOLD_MS = 10_000;
/** A timer may fire a little early. */
const FORGET_MARGIN_MS = 20;
/** Unanswered commands at once; more are refused. */
const MAX_WAITING = 1000;

/** The server's end of the link to on-air. It connects again for ever until it is closed. */
export class OnAirLink {
  readonly #socketPath: string;
  readonly #journal: OnAirJournal;
  readonly #events: StationEvents;
  readonly #noteLine: (line: string) => void;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  readonly #waiting = new Map<number, Waiting>();
  #running: Promise<void> = Promise.resolve();
  #socket: Socket | null = null;
  #journalId: string | null = null;
  #intake: OnAirIntake | null = null;
  /** The last event known to be stored; undefined before the database was ever asked. */
  #stored: JournalPosition | null | undefined;
  #isReady = false;
  #nextId = 1;
  #status: OnAirStatus | null = null;
  #statusAtMs = 0;
  #takeLevels: ((levels: Levels) => void) | null = null;
  #lostAtMs: number | null = null;
  /** When on-air last said anything, on the monotonic clock. */
  #heardAtMs: number | null = null;
  /** Tell that what was last known no longer counts. */
  #forgetting: readonly NodeJS.Timeout[] = [];

  constructor({ socketPath, journal, events, noteLine, log }: OnAirLinkParts) {
    this.#socketPath = socketPath;
    this.#journal = journal;
    this.#events = events;
    this.#noteLine = noteLine;
    this.#log = log;
  }

  /** Whether commands are taken now. */
  get isUp(): boolean {
    return this.#isReady;
  }

  /** What on-air last said of the present; null when that is not known. */
  get status(): OnAirStatus | null {
    return this.#lostForMs < STATUS_HOLDS_MS ? this.#status : null;
  }

  /** How long ago on-air last said that its status still holds, in ms; null while there is no link. */
  get ageMs(): number | null {
    if (!this.#isReady || this.#heardAtMs === null) return null;
    return Math.round(performance.now() - this.#heardAtMs);
  }

  /** Age of the status, in ms. */
  get statusAgeMs(): number {
    return Math.round(performance.now() - this.#statusAtMs);
  }

  /** Listeners connected to the stream; null when on-air has not been reachable for a while. */
  get listeners(): number | null {
    return this.#lostForMs < LISTENERS_HOLD_MS ? (this.#status?.listeners ?? null) : null;
  }

  get #lostForMs(): number {
    return this.#lostAtMs === null ? 0 : performance.now() - this.#lostAtMs;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** @throws LinkDownError, CommandRefusedError; after a LinkDownError it may still have happened */
  async run<Name extends CommandName>(
    name: Name,
    input: z.input<Commands[Name]["input"]>,
    { limitMs }: { readonly limitMs: number } = { limitMs: COMMAND_LIMIT_MS },
  ): Promise<z.output<Commands[Name]["output"]>> {
    if (!this.#isReady) throw new LinkDownError("The stream engine can't be reached");
    const output = await this.#send(name, input, limitMs);
    // The reply was parsed with this command's own schema.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the contract's adapters
    return output as z.output<Commands[Name]["output"]>;
  }

  /** Has levels measured and given to `take`, over every connection, until it is null. One at a time may follow. */
  followLevels(take: ((levels: Levels) => void) | null): void {
    this.#takeLevels = take;
    if (this.#isReady) this.#askLevels();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#socket?.destroy();
    this.#noteLoss();
    this.#forgetting.forEach(clearTimeout);
    await this.#running;
  }

  async #run(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!this.#closing.signal.aborted) {
      try {
        await this.#connection();
        this.#log.warn("on-air closed the link");
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        // Said once: while on-air is away every attempt fails alike.
        if (retryMs === FIRST_RETRY_MS) this.#log.warn({ error }, "link to on-air failed");
      }
      if (this.#noteLoss()) retryMs = FIRST_RETRY_MS;
      await delay(retryMs, undefined, { signal: this.#closing.signal }).catch(() => {}); // closing
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    }
  }

  /** Notes the loss of the link. @returns whether it had got as far as taking commands */
  #noteLoss(): boolean {
    const wasReady = this.#isReady;
    this.#isReady = false;
    this.#socket = null;
    for (const { reject } of this.#waiting.values())
      reject(new LinkDownError("The link to the stream engine was lost"));
    this.#waiting.clear();
    if (wasReady) {
      this.#lostAtMs = this.#heardAtMs ?? performance.now();
      const lostForMs = this.#lostForMs;
      this.#forgetting = [STATUS_HOLDS_MS, LISTENERS_HOLD_MS].map((holdsMs) =>
        setTimeout(() => this.#tellChanged(), holdsMs - lostForMs + FORGET_MARGIN_MS),
      );
      this.#tellChanged();
    }
    return wasReady;
  }

  async #connection(): Promise<void> {
    const stored = await this.#findStored();
    const socket = connect(this.#socketPath);
    this.#socket = socket;
    const intake = this.#createIntake(socket);
    this.#intake = intake;
    using watch = new SilenceWatch({
      limitMs: SILENCE_LIMIT_MS,
      onSilent: () =>
        socket.destroy(new Error(`on-air sent nothing for ${SILENCE_LIMIT_MS / 1000} s`)),
    });
    try {
      await once(socket, "connect", {
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(COMMAND_LIMIT_MS)]),
      });
      this.#write({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored });
      for await (const line of readJsonLines(socket, { maxLineBytes: MAX_LINE_BYTES }))
        await watch.heard(() => this.#receive(readOnAirMessage(line)));
    } finally {
      intake.close();
      socket.destroy();
    }
  }

  /** While the database is away, what was known before: on-air repeats too much then, which is stored once. */
  async #findStored(): Promise<JournalPosition | null> {
    try {
      this.#stored = await this.#journal.stored();
    } catch (error) {
      if (this.#stored === undefined || !isDatabaseAway(error)) throw error;
    }
    return this.#stored;
  }

  #createIntake(socket: Socket): OnAirIntake {
    return new OnAirIntake({
      stored: () => this.#journal.stored(),
      store: async (position, event) => {
        await this.#journal.store(position, event);
        this.#stored = position;
      },
      setAside: async (position, event) => {
        await this.#journal.setAside(position, event);
        this.#stored = position;
      },
      acknowledge: (number) =>
        void this.#send("acknowledge", { number }).catch((error: unknown) =>
          this.#log.debug({ error }, "on-air did not answer an acknowledgement"),
        ),
      rejoin: () => socket.end(),
      log: this.#log,
    });
  }

  async #receive(message: FromOnAir | UnreadableEvent): Promise<void> {
    this.#heardAtMs = performance.now();
    switch (message.kind) {
      case "alive":
        return;
      case "hello":
        if (message.protocolVersion !== PROTOCOL_VERSION)
          throw new Error(`on-air speaks protocol ${message.protocolVersion}`);
        this.#journalId = message.journalId;
        return;
      case "event":
      case "unreadable-event": {
        if (this.#journalId === null) throw new Error("on-air sent an event before its hello");
        const position = { journalId: this.#journalId, number: message.number };
        return await this.#intake?.take(position, message);
      }
      case "replayed":
        await this.#intake?.settled();
        this.#isReady = true;
        this.#lostAtMs = null;
        this.#forgetting.forEach(clearTimeout);
        this.#log.info("link to on-air is up");
        this.#askLevels();
        this.#events.publish({ type: "on-air.ready" });
        this.#tellChanged();
        return;
      case "status":
        this.#status = message.status;
        this.#statusAtMs = performance.now();
        this.#tellChanged();
        return;
      case "attached":
        return this.#events.publish({
          type: "listener.attached",
          cid: message.cid,
          startMs: message.startMs,
        });
      case "levels":
        return this.#takeLevels?.(message.levels);
      case "log":
        return this.#noteLine(message.line);
      case "reply":
        return this.#settle(message.id, ({ name, resolve, reject }) => {
          const output = commands[name].output.safeParse(message.output);
          if (output.success) resolve(output.data);
          else
            reject(
              new Error(`on-air answered ${name} with something else`, { cause: output.error }),
            );
        });
      case "refusal":
        return this.#settle(message.id, ({ reject }) =>
          reject(new CommandRefusedError(message.reason)),
        );
      default:
        return message satisfies never;
    }
  }

  #tellChanged(): void {
    this.#events.publish({ type: "on-air.changed" });
  }

  #askLevels(): void {
    this.#send("setLevels", { isOn: this.#takeLevels !== null }).catch((error: unknown) =>
      this.#log.debug({ error }, "on-air did not answer a change of the level subscription"),
    );
  }

  async #send(
    name: CommandName,
    input: unknown,
    limitMs: number = COMMAND_LIMIT_MS,
  ): Promise<unknown> {
    if (this.#waiting.size >= MAX_WAITING) throw new LinkDownError("The stream engine is too busy");
    const id = this.#nextId;
    this.#nextId += 1;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { name, resolve: answer.resolve, reject: answer.reject });
    const timer = setTimeout(
      () =>
        this.#settle(id, ({ reject }) =>
          reject(new LinkDownError(`The stream engine did not answer '${name}' in time`)),
        ),
      limitMs,
    );
    this.#write({ kind: "command", id, name, input });
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  #settle(id: number, settle: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting !== undefined) settle(waiting);
  }

  #write(message: ToOnAir): void {
    this.#socket?.write(toJsonLine(message));
  }
}
