import {
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
import {
  type JournalPosition,
  OnAirIntake,
  type OnAirJournal,
  readOnAirMessage,
  type UnreadableEvent,
} from "./on-air-intake.ts";
import type { StationEvents } from "../events/station-events.ts";
import { KnownStatus } from "./known-status.ts";
import { LinkDownError, OpenCommands } from "./open-commands.ts";
import { LinkWatchdog } from "./link-watchdog.ts";

interface OnAirLinkParts {
  readonly socketPath: string;
  readonly journal: OnAirJournal;
  /** Receives `on-air.ready`, `on-air.changed` and `listener.attached`. */
  readonly events: StationEvents;
  /** Receives each warning and error line from the logs of on-air and its engine. */
  readonly recordLine: (line: string) => void;
  readonly log: Logger;
}

const COMMAND_LIMIT_MS = 5000;
/** on-air sends something every one and a half seconds: an open link silent for this long counts as lost. */
const SILENCE_LIMIT_MS = 4000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5000;

/** The server's end of the link to on-air. Reconnects until closed. */
export class OnAirLink {
  readonly #socketPath: string;
  readonly #journal: OnAirJournal;
  readonly #events: StationEvents;
  readonly #recordLine: (line: string) => void;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  readonly #commands = new OpenCommands((message) => this.#write(message));
  readonly #known = new KnownStatus(() => this.#reportChanged());
  #running: Promise<void> = Promise.resolve();
  #socket: Socket | null = null;
  #journalId: string | null = null;
  #intake: OnAirIntake | null = null;
  /** The last event known to be stored; undefined before the database was first asked. */
  #stored: JournalPosition | null | undefined;
  #isReady = false;
  #takeLevels: ((levels: Levels) => void) | null = null;

  constructor({ socketPath, journal, events, recordLine, log }: OnAirLinkParts) {
    this.#socketPath = socketPath;
    this.#journal = journal;
    this.#events = events;
    this.#recordLine = recordLine;
    this.#log = log;
  }

  /** Whether commands are accepted now. */
  get isUp(): boolean {
    return this.#isReady;
  }

  /** on-air's last report; null when it is stale. */
  get status(): OnAirStatus | null {
    return this.#known.status;
  }

  /**
   * on-air's report since the link came up; null before the first one. After on-air exits, `status` briefly still
   * describes the process that is gone.
   */
  get currentStatus(): OnAirStatus | null {
    return this.#isReady ? this.#known.current : null;
  }

  /** Time since on-air last confirmed its status, in ms; null while the link is down. */
  get ageMs(): number | null {
    return this.#isReady ? this.#known.heardAgoMs : null;
  }

  /** Age of the status, in ms. */
  get statusAgeMs(): number {
    return this.#known.statusAgeMs;
  }

  /** Listeners connected to the stream; null once on-air has been unreachable for a while. */
  get listeners(): number | null {
    return this.#known.listeners;
  }

  /** Of these, without crawlers and monitors; null: unknown. */
  get people(): number | null {
    return this.#known.people;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** @throws LinkDownError, CommandRefusedError; after a LinkDownError the command may still have been carried out */
  async run<Name extends CommandName>(
    name: Name,
    input: z.input<Commands[Name]["input"]>,
    { limitMs }: { readonly limitMs: number } = { limitMs: COMMAND_LIMIT_MS },
  ): Promise<z.output<Commands[Name]["output"]>> {
    if (!this.#isReady) throw new LinkDownError("The stream engine can't be reached");
    const output = await this.#commands.send(name, input, limitMs);
    // The reply was parsed with this command's own schema.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the contract's adapters
    return output as z.output<Commands[Name]["output"]>;
  }

  /** Subscribes to levels, across reconnects; null unsubscribes. There is one subscriber at most. */
  followLevels(take: ((levels: Levels) => void) | null): void {
    this.#takeLevels = take;
    if (this.#isReady) this.#askLevels();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#socket?.destroy();
    this.#recordLoss();
    this.#known.close();
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
        // Logged once: while on-air is down every attempt fails alike.
        if (retryMs === FIRST_RETRY_MS) this.#log.warn({ error }, "link to on-air failed");
      }
      if (this.#recordLoss()) retryMs = FIRST_RETRY_MS;
      await delay(retryMs, undefined, { signal: this.#closing.signal }).catch(() => {}); // closing
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    }
  }

  /** Records the loss of the link. @returns whether commands had been accepted over it */
  #recordLoss(): boolean {
    const wasReady = this.#isReady;
    this.#isReady = false;
    this.#socket = null;
    this.#commands.lose();
    if (wasReady) {
      this.#known.recordLinkLost();
      this.#reportChanged();
    }
    return wasReady;
  }

  async #connection(): Promise<void> {
    const stored = await this.#findStored();
    const socket = connect(this.#socketPath);
    this.#socket = socket;
    const intake = this.#createIntake(socket);
    this.#intake = intake;
    using watch = new LinkWatchdog({
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
        await watch.receive(() => this.#receive(readOnAirMessage(line)));
    } finally {
      intake.close();
      socket.destroy();
    }
  }

  /**
   * While the database is down, uses the last known position: on-air then repeats too much, but each event is stored
   * once.
   */
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
        await this.#journal.store(position, event, this.#known);
        this.#stored = position;
      },
      setAside: async (position, event) => {
        await this.#journal.setAside(position, event);
        this.#stored = position;
      },
      acknowledge: (number) =>
        void this.#commands
          .send("acknowledge", { number }, COMMAND_LIMIT_MS)
          .catch((error: unknown) =>
            this.#log.debug({ error }, "on-air did not answer an acknowledgement"),
          ),
      rejoin: () => socket.end(),
      log: this.#log,
    });
  }

  async #receive(message: FromOnAir | UnreadableEvent): Promise<void> {
    this.#known.recordMessage();
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
        this.#log.info("link to on-air is up");
        this.#askLevels();
        this.#events.publish({ type: "on-air.ready" });
        this.#reportChanged();
        return;
      case "status":
        this.#known.recordStatus(message.status);
        this.#reportChanged();
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
        return this.#recordLine(message.line);
      case "reply":
        return this.#commands.answer(message.id, message.output);
      case "refusal":
        return this.#commands.refuse(message.id, message.reason);
      default:
        return message satisfies never;
    }
  }

  #reportChanged(): void {
    this.#events.publish({ type: "on-air.changed" });
  }

  #askLevels(): void {
    this.#commands
      .send("setLevels", { isOn: this.#takeLevels !== null }, COMMAND_LIMIT_MS)
      .catch((error: unknown) =>
        this.#log.debug({ error }, "on-air did not answer a change of the level subscription"),
      );
  }

  #write(message: ToOnAir): void {
    this.#socket?.write(toJsonLine(message));
  }
}
