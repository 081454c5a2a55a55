import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** Prefix of the time in each message, in ms of a clock shared by all processes. */
export const SENT_AT = "sent at ";
/** Longer deliveries count as this long. */
export const LONGEST_MS = 60_000;
/** A visitor may send one message a second, and a network ten: enough addresses for the rate. */
const SENDING_ADDRESSES = 60;

/** The same in every process of the machine. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1_000_000;
}

/**
 * Sends messages at an even pace, whatever happens to earlier ones, each from a new visitor.
 * @param firstVisitor names of earlier speakers are taken, so no number may repeat
 */
export async function talk({
  port,
  firstVisitor,
  perSecond,
  messages,
}: {
  readonly port: number;
  readonly firstVisitor: number;
  readonly perSecond: number;
  readonly messages: number;
}): Promise<void> {
  const startedAt = performance.now();
  const sending: Promise<void>[] = [];
  while (sending.length < messages) {
    sending.push(say(port, firstVisitor + sending.length));
    const nextAt = startedAt + (sending.length * 1000) / perSecond;
    await delay(Math.max(nextAt - performance.now(), 0));
  }
  await Promise.all(sending);
}

/** One message of visitor `index`. */
async function say(port: number, index: number): Promise<void> {
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
