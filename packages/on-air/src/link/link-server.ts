import { createServer, type Server, type Socket } from "node:net";
import type { Logger } from "@neonrelay/process/log";
import type { Journal } from "../state/journal.ts";
import { listenOnSocket } from "../state/listen-on-socket.ts";
import {
  ALIVE_EVERY_MS,
  type FromOnAir,
  type Levels,
  type OnAirStatus,
} from "../protocol/index.ts";
import type { CommandOutcome, CommandRequest } from "./commands.ts";
import { LinkConnection } from "./link-connection.ts";
import type { TroubleLog } from "@neonrelay/process/trouble-log";

const MAX_CONNECTIONS = 8;
/** Status changes closer together than this are sent as one. */
const STATUS_PAUSE_MS = 250;
const STATUS_EVERY_MS = 5000;

/** The Unix socket that servers connect to. */
export class LinkServer {
  readonly #server: Server;
  readonly #connections = new Set<LinkConnection>();
  readonly #status: () => OnAirStatus;
  #statusTimer: NodeJS.Timeout | null = null;
  #aliveTimer: NodeJS.Timeout | null = null;
  #lastStatusAtMs = 0;
  #isClosed = false;

  constructor({
    journal,
    runCommand,
    status,
    onDeserted,
    troubles,
    log,
  }: {
    readonly journal: Journal;
    readonly runCommand: (request: CommandRequest) => CommandOutcome | Promise<CommandOutcome>;
    readonly status: () => OnAirStatus;
    /** Called when the last server has disconnected. */
    readonly onDeserted: () => void;
    readonly troubles: TroubleLog;
    readonly log: Logger;
  }) {
    this.#status = status;
    this.#server = createServer((socket: Socket) => {
      const connection = new LinkConnection({
        socket,
        journal,
        runCommand,
        status: () => this.#statusMessage(),
        troubles,
        log,
      });
      this.#connections.add(connection);
      socket.once("close", () => {
        this.#connections.delete(connection);
        if (this.#connections.size === 0) onDeserted();
      });
      void connection.run();
    });
    this.#server.maxConnections = MAX_CONNECTIONS;
    troubles.setListener((line) => this.#broadcast({ kind: "log", line }));
    journal.onDurable(() => {
      for (const connection of this.#connections) connection.sendEvents();
    });
  }

  /**
   * Creates the socket, replacing one left by a killed on-air.
   * @throws the system's error when the socket can't be created, or EADDRINUSE when another on-air answers on it
   */
  async listen(socketPath: string): Promise<void> {
    await listenOnSocket(this.#server, socketPath);
    this.#scheduleStatus(STATUS_EVERY_MS);
    this.#aliveTimer = setInterval(() => this.#sayAlive(), ALIVE_EVERY_MS);
  }

  /** The status has changed: sends it now, or as soon as enough time has passed since the last one. */
  announceStatus(): void {
    const passedMs = performance.now() - this.#lastStatusAtMs;
    this.#scheduleStatus(Math.max(0, STATUS_PAUSE_MS - passedMs));
  }

  announceAttached(session: { readonly cid: string; readonly startMs: number }): void {
    this.#broadcast({ kind: "attached", ...session });
  }

  /** Skips servers that have not read the previous one yet. */
  announceLevels(levels: Levels): void {
    for (const connection of this.#connections) connection.sendPassing({ kind: "levels", levels });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#statusTimer !== null) clearTimeout(this.#statusTimer);
    if (this.#aliveTimer !== null) clearInterval(this.#aliveTimer);
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const connection of this.#connections) connection.close();
    await closed;
  }

  #scheduleStatus(delayMs: number): void {
    if (this.#isClosed) return;
    if (this.#statusTimer !== null) clearTimeout(this.#statusTimer);
    this.#statusTimer = setTimeout(() => {
      this.#lastStatusAtMs = performance.now();
      this.#broadcast(this.#statusMessage());
      this.#scheduleStatus(STATUS_EVERY_MS);
    }, delayMs);
  }

  /** Skips servers with unread messages, which already show that on-air is alive. */
  #sayAlive(): void {
    for (const connection of this.#connections) connection.sendPassing({ kind: "alive" });
  }

  #statusMessage(): FromOnAir {
    return { kind: "status", status: this.#status() };
  }

  /** @returns whether there was a server to send it to */
  #broadcast(message: FromOnAir): boolean {
    const sent = [...this.#connections].map((connection) => connection.sendLive(message));
    return sent.includes(true);
  }
}
