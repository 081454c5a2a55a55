import type { ChildProcess, SendHandle } from "node:child_process";
import { Socket } from "node:net";
import {
  channelMessageSchema,
  ConnectionSender,
  type ChannelMessage,
  type HandedConnection,
  type HandOver,
} from "@neonrelay/process/handed-connection";

interface PartChannelHooks {
  /** The part hands over a connection; the hook now owns the socket. */
  readonly onConnection: (connection: HandedConnection) => void;
  /** One sentence about the problem. */
  readonly onProblem: (line: string) => void;
}

/** The launcher's end of the IPC channel to a part; survives restarts of the part's process. */
export class PartChannel {
  readonly #hooks: PartChannelHooks;
  readonly #sender = new ConnectionSender((message, socket) => this.#send(message, socket));
  /** The part's listening socket, kept for its next process. */
  #webPort: SendHandle | undefined;
  /** The process that accepts connections; null until it is ready. */
  #readyChild: ChildProcess | null = null;

  constructor(hooks: PartChannelHooks) {
    this.#hooks = hooks;
  }

  /** Whether we hold the part's listening socket for its next process. */
  get hasWebPort(): boolean {
    return this.#webPort !== undefined;
  }

  /** Call when the part has a new process. */
  begin(child: ChildProcess): void {
    child.on("message", (value, handle) => this.#take(child, value, handle));
    if (this.#webPort !== undefined)
      child.send({ kind: "web-port" } satisfies ChannelMessage, this.#webPort, ignoreError);
  }

  /** Call when the process is ready to accept connections. */
  ready(child: ChildProcess): void {
    this.#readyChild = child;
  }

  /** Call when the part's process has exited. */
  end(): void {
    this.#readyChild = null;
    this.#sender.lost();
  }

  /** Hands a client's connection to the part; `refuse` is called if the part doesn't accept it. */
  handOver(connection: HandOver): void {
    this.#sender.handOver(connection);
  }

  #send(message: ChannelMessage, socket: Socket): boolean {
    const child = this.#readyChild;
    if (child === null || !child.connected) return false;
    child.send(message, socket, { keepOpen: true }, ignoreError);
    return true;
  }

  #take(child: ChildProcess, value: unknown, handle: unknown): void {
    const message = channelMessageSchema.safeParse(value).data;
    if (handle instanceof Socket) handle.on("error", () => {}); // the client may disconnect
    switch (message?.kind) {
      case undefined:
        if (handle instanceof Socket) handle.destroy();
        return this.#hooks.onProblem("unreadable message on the socket channel");
      case "taken":
        return this.#readyChild === child ? this.#sender.taken() : undefined;
      case "web-port":
        if (isListeningHandle(handle)) this.#webPort = handle;
        return undefined;
      case "connection":
        child.send({ kind: "taken" } satisfies ChannelMessage, ignoreError);
        if (handle instanceof Socket)
          this.#hooks.onConnection({ request: message.request, socket: handle });
        return undefined;
      default:
        return message satisfies never;
    }
  }
}

/** Sending fails only when the part is exiting, and its 'exit' event reports that. */
function ignoreError(): void {}

/** Node's internal handle of a listening socket, which its types don't include. */
function isListeningHandle(handle: unknown): handle is SendHandle {
  return typeof handle === "object" && handle !== null && "getsockname" in handle;
}
