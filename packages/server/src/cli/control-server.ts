import { readFirstJsonLine, toJsonLine } from "@neonrelay/process/json-lines";
import type { Logger } from "@neonrelay/process/log";
import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import {
  controlRequestSchema,
  MAX_CONTROL_LINE_BYTES,
  type ControlAnswer,
} from "./control-protocol.ts";
import type { CommandParts } from "./command.ts";
import { runCommand } from "./run-command.ts";

const MAX_CONNECTIONS = 8;
const OWNER_ONLY = 0o600;
const REQUEST_LIMIT_MS = 10_000;

/** Accepts station commands from the owner of the data folder over a Unix socket. */
export class ControlServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(parts: CommandParts, log: Logger) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => {}); // someone pressed Ctrl-C
      answer(socket, parts).catch((error: unknown) => {
        log.error({ error }, "station command failed");
        send(socket, {
          kind: "line",
          text: "The command failed; see the station's log for the reason",
        });
        send(socket, { kind: "done", exitCode: 1 });
        socket.end();
      });
    });
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  /** Listens at `socketPath`; a file there is stale, as the caller holds the database's lock. */
  static async start(
    socketPath: string,
    { parts, log }: { readonly parts: CommandParts; readonly log: Logger },
  ): Promise<ControlServer> {
    const control = new ControlServer(parts, log);
    await rm(socketPath, { force: true });
    control.#server.listen(socketPath);
    await once(control.#server, "listening");
    await chmod(socketPath, OWNER_ONLY);
    return control;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

async function answer(socket: Socket, parts: CommandParts): Promise<void> {
  const first = await readFirstJsonLine(socket, {
    maxLineBytes: MAX_CONTROL_LINE_BYTES,
    limitMs: REQUEST_LIMIT_MS,
  });
  if (first === undefined) return;
  const { args } = controlRequestSchema.parse(first);
  const exitCode = await runCommand(parts, {
    args,
    print: (text) => send(socket, { kind: "line", text: text.slice(0, MAX_PRINTED_LENGTH) }),
  });
  send(socket, { kind: "done", exitCode });
  socket.end();
}

const MAX_PRINTED_LENGTH = 8000;

function send(socket: Socket, message: ControlAnswer): void {
  if (socket.writable) socket.write(toJsonLine(message));
}
