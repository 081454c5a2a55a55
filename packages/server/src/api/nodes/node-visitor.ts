import type { WebSocket } from "ws";
import type { Duplex } from "node:stream";
import { binaryFrame, BrowserSocket, textFrame } from "../../socket/browser-socket.ts";
import { FOLLOW_MARK } from "../../socket/shared-rounds.ts";
import type { RoundMember } from "../../socket/socket-rounds.ts";

/** Bytes of a browser on their way to the holder, which counts and bounds its messages. */
const MAX_BUFFERED_BYTES = 256 * 1024;
const NO_CODE = 1005;
const LOST = 1006;
const UNACCEPTABLE = 1003;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;
/** Asks the holder for the lists of the chat; a browser's own binary messages go nowhere. */
const LISTS_REQUEST = Buffer.from([1]);
const followMark = Buffer.from(FOLLOW_MARK);

interface NodeVisitorOptions {
  readonly socket: WebSocket;
  /** The connection of `socket`. */
  readonly stream: Duplex;
  /** The same browser's socket at the holder, paused. It has no messages for all. */
  readonly upstream: WebSocket;
  readonly hostname: string;
  /** The last round that the first messages include. */
  readonly after: number;
  /** See PingTurns. */
  readonly pingTurn: number;
}

/**
 * A browser whose socket ends at this node. What concerns it alone goes to the holder and comes from there; messages for
 * all come by rounds.
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
      // Behind it what the rounds brought in the meantime.
      if (!isBinary && message.equals(followMark)) return this.socket.open([]);
      const frame = isBinary ? binaryFrame(message) : textFrame(message.toString("utf8"));
      if (!this.socket.pass(frame)) upstream.pause();
    });
    stream.on("drain", () => upstream.resume());
    upstream.on("close", (code, reason) => this.#endWith(code, reason.toString("utf8"), socket));
    upstream.resume();
  }

  /** It has missed messages: the browser comes again and gets everything. */
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
