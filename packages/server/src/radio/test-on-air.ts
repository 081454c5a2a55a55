import {
  ALIVE_EVERY_MS,
  toOnAirSchema,
  type FromOnAir,
  type ToOnAir,
} from "@neonrelay/on-air/protocol";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import type { OnAirJournal } from "../on-air-link/on-air-intake.ts";
import { Arrivals } from "../test-arrivals.ts";

/** For tests in which on-air reports nothing. */
export const forgetfulJournal: OnAirJournal = {
  stored: async () => null,
  store: async () => {},
  setAside: async () => {},
};

/** In the order on-air gets them. */
export const FIRST_COMMANDS = [
  "setSettings",
  "setDjKeys",
  "setLiveSlots",
  "setQueue",
  "setOutputs",
  "setHlsStorage",
  "setRotation",
] as const;

/** A minimal on-air: it speaks the protocol on a Unix socket, reports its presence, and does what a test tells it. */
export class TestOnAir {
  readonly #socketPath: string;
  readonly #received = new Arrivals<ToOnAir>();
  #server: Server | null = null;
  #socket: Socket | null = null;
  #aliveTimer: NodeJS.Timeout | null = null;

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  async listen(): Promise<void> {
    this.#server = createServer((socket) => {
      this.#socket = socket;
      socket.on("error", () => {});
      this.#read(socket).catch(() => {}); // the test closed the connection
    });
    this.#server.listen(this.#socketPath);
    await once(this.#server, "listening");
    this.#aliveTimer = setInterval(() => this.send({ kind: "alive" }), ALIVE_EVERY_MS);
  }

  /** Keeps the connection open, but sends nothing more on its own. */
  hang(): void {
    if (this.#aliveTimer !== null) clearInterval(this.#aliveTimer);
  }

  async #read(socket: Socket): Promise<void> {
    for await (const line of readJsonLines(socket, { maxLineBytes: 1e7 })) {
      this.#received.push(toOnAirSchema.parse(line));
    }
  }

  send(...messages: readonly FromOnAir[]): void {
    for (const message of messages) this.sendRaw(message);
  }

  /** Sends anything, valid or not. */
  sendRaw(message: unknown): void {
    this.#socket?.write(toJsonLine(message));
  }

  /** The next message of this kind (and command name); skips others before it. */
  async next(kind: ToOnAir["kind"], name?: string): Promise<ToOnAir> {
    return await this.#received.next(
      name ?? kind,
      (message): message is ToOnAir =>
        message.kind === kind && (message.kind === "hello" || name === message.name),
    );
  }

  /** Waits for a command and refuses it. */
  async refuse(name: string, reason: string): Promise<void> {
    const command = await this.next("command", name);
    if (command.kind !== "command") throw new Error("not a command");
    this.send({ kind: "refusal", id: command.id, reason });
  }

  /** Waits for a command and answers it with `output`. @returns its input */
  async answer(name: string, output: unknown = null): Promise<unknown> {
    const command = await this.next("command", name);
    if (command.kind !== "command") throw new Error("not a command");
    this.send({ kind: "reply", id: command.id, output });
    return command.input;
  }

  /** Consumes the initial commands. */
  async takeEverything(): Promise<void> {
    for (const name of FIRST_COMMANDS) await this.answer(name);
  }

  async close(): Promise<void> {
    this.hang();
    this.#socket?.destroy();
    this.#server?.close();
    await rm(this.#socketPath, { force: true });
  }
}
