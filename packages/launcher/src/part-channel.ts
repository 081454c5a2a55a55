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
  /** The part gives a connection away; the socket is the hook's from here on. */
  readonly onConnection: (connection: HandedConnection) => void;
  /** One sentence about what went wrong. */
  readonly onProblem: (line: string) => void;
}

/** The launcher's end of the IPC channel to a part, over its processes one after another. */
export class PartChannel {
  readonly #hooks: PartChannelHooks;
  readonly #sender = new ConnectionSender((message, socket) => this.#send(message, socket));
  /** The listening socket that the part left with us, for its next process. */
  #webPort: SendHandle | undefined;
  /** Ready to be given connections. */
  #readyChild: ChildProcess | null = null;

  constructor(hooks: PartChannelHooks) {
    this.#hooks = hooks;
  }

  /** Whether the part left its listening socket here: its next process is sent it. */
  get hasWebPort(): boolean {
    return this.#webPort !== undefined;
  }

  /** The part has a new process. */
  begin(child: ChildProcess): void {
    child.on("message", (value, handle) => this.#take(child, value, handle));
    if (this.#webPort !== undefined)
      child.send({ kind: "web-port" } satisfies ChannelMessage, this.#webPort, ignoreError);
  }

  /** The part's process can be given connections. */
  ready(child: ChildProcess): void {
    this.#readyChild = child;
  }

  /** The part's process has ended. */
  end(): void {
    this.#readyChild = null;
    this.#sender.lost();
  }

  /** Gives the part a client's connection. `refuse` is called when the part does not take it. */
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
    if (handle instanceof Socket) handle.on("error", () => {}); // the client has gone
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

/** A part that can't be sent to is ending, and its 'exit' says so. */
function ignoreError(): void {}

/** Node's own handle of a listening socket, which its types do not name. */
function isListeningHandle(handle: unknown): handle is SendHandle {
  return typeof handle === "object" && handle !== null && "getsockname" in handle;
}
