import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** Everything that came, as it came. */
  readonly all: string;
}

/** Sends bytes as they are, and reads what comes until the server closes. */
export async function exchange(origin: string, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(bytes);
  const all = await text(socket);
  const [head = "", body = ""] = all.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body, all };
}
