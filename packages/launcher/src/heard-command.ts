import { reportHearing } from "@neonrelay/on-air/hearing-rules";
import { isIP } from "node:net";
import { parseArgs } from "node:util";

const DEFAULT_SECONDS = 5;
const MAX_SECONDS = 60;

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

/** What `npm run station -- heard` should do. */
type HeardOrder =
  | {
      readonly kind: "hear";
      readonly url: URL;
      readonly through: string | null;
      readonly seconds: number;
      /** If true, the address says nothing about how others reach the station. */
      readonly isThisMachine: boolean;
    }
  | { readonly kind: "refused"; readonly reason: string };

export function readHeardOrder(args: readonly string[]): HeardOrder {
  const refuse = (reason: string): HeardOrder => ({ kind: "refused", reason });
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        through: { type: "string" },
        seconds: { type: "string", default: String(DEFAULT_SECONDS) },
      },
    });
    const [address = "", ...more] = positionals;
    const url = more.length === 0 ? streamAddress(address) : null;
    if (url === null)
      return refuse("Name one address: heard http://radio.example:8000/ [--through ADDRESS]");
    const through = values.through ?? null;
    if (through !== null && isIP(through) === 0)
      return refuse(`--through must be an IP address, not ${through}`);
    const seconds = Number(values.seconds);
    if (!(seconds >= 1 && seconds <= MAX_SECONDS))
      return refuse(`--seconds must be from 1 to ${MAX_SECONDS}`);
    const isThisMachine = isLoopback(through ?? url.hostname.replaceAll(/^\[|\]$/g, ""));
    return { kind: "hear", url, through, seconds, isThisMachine };
  } catch (error) {
    // parseArgs names the unknown option.
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/** An address without a path means the station's stream; null if it isn't an address. */
export function streamAddress(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return null;
  if (url.pathname === "/") url.pathname = "/stream.mp3";
  return url;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
