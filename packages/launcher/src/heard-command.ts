import { reportHearing } from "@neonrelay/on-air/hearing-rules";
import { readHeardOrder, type HeardOrder } from "./heard-rules.ts";

type Print = (line: string) => void;

/**
 * `npm run station -- heard URL`.
 * @returns the exit code: 0 if audio was heard
 */
export async function runHeard(args: readonly string[], print: Print): Promise<number> {
  const order = readHeardOrder(args);
  if (order.kind === "refused") {
    print(order.reason);
    return 2;
  }
  return (await listenFromHere(order, print)) ? 0 : 1;
}

/** @returns whether audio was heard */
export async function listenFromHere(
  { url, through, seconds, isThisMachine }: Extract<HeardOrder, { kind: "hear" }>,
  print: Print,
): Promise<boolean> {
  // Native codecs, which no other command loads.
  const { probeStream } = await import("@neonrelay/on-air/probe-stream");
  const hearing = await probeStream(url, { through, listenMs: seconds * 1000 });
  const where = through === null ? url.href : `${url.href} through ${through}`;
  const { isHeard, lines } = reportHearing(hearing, where);
  lines.forEach(print);
  if (isHeard && isThisMachine)
    print("This is the machine's own address: listen from another machine to prove the way there.");
  return isHeard;
}
