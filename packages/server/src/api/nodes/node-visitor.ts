import type { WebSocket } from "ws";
import type { Duplex } from "node:stream";
import { binaryFrame, BrowserSocket, textFrame } from "../../socket/browser-socket.ts";
import { FOLLOW_MARK } from "../../socket/shared-rounds.ts";
import type { RoundMember } from "../../socket/socket-rounds.ts";

/** Backlog of bytes from a browser to the holder, which counts and limits its messages. */
const MAX_BUFFERED_BYTES = 256 * 1024;
const NO_CODE = 1005;
const LOST = 1006;
const UNACCEPTABLE = 1003;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;
/** Asks the holder for the chat's lists; binary messages from the browser are dropped. */
const LISTS_REQUEST = Buffer.from([1]);
const followMark = Buffer.from(FOLLOW_MARK);

interface NodeVisitorOptions {
  readonly socket: WebSocket;
  /** The connection beneath `socket`. */
  readonly stream: Duplex;
  /** The same browser's socket at the holder, paused. It carries no shared messages. */
  readonly upstream: WebSocket;
  readonly hostname: string;
  /** The last round included in the first messages. */
  readonly after: number;
  /** See PingTurns. */
  readonly pingTurn: number;
}

/**
 * A browser whose socket ends at this node. Its own messages go to and come from the holder; shared messages arrive as
 * rounds.
 */
export class NodeVisitor implements RoundMember {
  readonly socket: BrowserSocket;
  readonly hostname: string;
  readonly after: number;
  readonly pingTurn: number;

  constructor(options: NodeVisitorOptions) {
    const { socket, stream, upstream } = options;
    this.hostname = options.hostname;
    this.after = options.after;
    this.pingTurn = options.pingTurn;
    this.socket = new BrowserSocket({
      socket,
      stream,
      requestLists: () => upstream.send(LISTS_REQUEST),
    });
    socket.on("error", () => {}); // 'close' follows
    socket.on("message", (frame, isBinary) => {
      if (isBinary || !Buffer.isBuffer(frame))
        return socket.close(UNACCEPTABLE, "messages must be text");
      if (upstream.bufferedAmount > MAX_BUFFERED_BYTES)
        return socket.close(POLICY_VIOLATION, "too many messages");
      upstream.send(frame, { binary: false });
    });
    upstream.on("message", (message, isBinary) => {
      if (!Buffer.isBuffer(message)) return;
      // After it comes what the rounds brought in the meantime.
      if (!isBinary && message.equals(followMark)) return this.socket.open([]);
      const frame = isBinary ? binaryFrame(message) : textFrame(message.toString("utf8"));
      if (!this.socket.pass(frame)) upstream.pause();
    });
    stream.on("drain", () => upstream.resume());
    upstream.on("close", (code, reason) => this.#endWith(code, reason.toString("utf8"), socket));
    upstream.resume();
  }

  /** It has missed messages: the browser reconnects and gets everything. */
  sendAway(): void {
    this.socket.end(
      TRY_AGAIN_LATER,
      "the connection between the station's servers was interrupted",
    );
  }

  #endWith(code: number, reason: string, socket: WebSocket): void {
    if (code === LOST) return socket.terminate();
    if (code === NO_CODE) return socket.close();
    socket.close(code, reason);
  }
}
