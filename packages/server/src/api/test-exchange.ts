import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** All bytes received, as they came. */
  readonly all: string;
}

/** Sends raw bytes and reads until the server closes. */
export async function exchange(origin: string, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(bytes);
  const all = await text(socket);
  const [head = "", body = ""] = all.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body, all };
}
