import { once } from "node:events";
import { request } from "node:http";

/** Before the time in each message, in ms of a clock that all processes share. */
export const SENT_AT = "sent at ";
/** Deliveries that take longer count as so long. */
export const LONGEST_MS = 60_000;
/** A visitor may send one message a second, and a network ten: these are enough for all. */
const SENDING_ADDRESSES = 60;

/** The same in every process of the machine. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1_000_000;
}

/** One message of visitor `index`. The name of one who spoke before is taken: no two may have the same number. */
export async function say(port: number, index: number): Promise<void> {
  const body = JSON.stringify({
    username: `visitor${index}`,
    message: `${SENT_AT}${monotonicMs().toFixed(1)} and some more words, as people say`,
  });
  const sending = request({
    port,
    host: "127.0.0.1",
    localAddress: `127.2.0.${(index % SENDING_ADDRESSES) + 1}`,
    path: "/api/chat/send",
    method: "POST",
    headers: { "content-type": "application/json", "content-length": body.length },
  });
  sending.end(body);
  const [response] = await once(sending, "response");
  response.resume();
  if (response.statusCode !== 200) throw new Error(`chat answered ${response.statusCode}`);
}
