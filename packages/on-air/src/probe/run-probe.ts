import { setTimeout as delay } from "node:timers/promises";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { collectNowAndThen } from "@neonrelay/process/spare-memory";
import { DecodeError } from "../audio/decode-error.ts";
import { HlsProbe } from "./hls-probe.ts";
import { splitTitles } from "../fetch/icy-reader.ts";
import { listen } from "./listen.ts";
import { measureSound } from "./measure-sound.ts";
import {
  probeOrderSchema,
  type Heard,
  type ProbeOrder,
  type ProbeReport,
} from "./probe-protocol.ts";

const MAX_ORDER_BYTES = 64 * 1024;
/** After this long without data a player has run dry. */
const STALLED_MS = 5000;

interface HeardTitle {
  readonly title: string | null;
  readonly sinceMs: number;
}

/** The `probe` process: listens to every mount in rounds and reports what it heard, until on-air hangs up. */
export async function runProbe(): Promise<void> {
  process.title = "probe";
  collectNowAndThen();
  process.stdout.on("error", () => process.exit(0)); // on-air is gone
  let rounds = new AbortController();
  for await (const value of readJsonLines(process.stdin, { maxLineBytes: MAX_ORDER_BYTES })) {
    const { mounts, roundMs } = probeOrderSchema.parse(value);
    rounds.abort();
    rounds = new AbortController();
    for (const mount of mounts) void listenInRounds({ ...mount, roundMs, signal: rounds.signal });
  }
  process.exit(0);
}

async function listenInRounds({
  path,
  url,
  kind,
  roundMs,
  signal,
}: ProbeOrder["mounts"][number] & {
  readonly roundMs: number;
  readonly signal: AbortSignal;
}): Promise<void> {
  const listenOnce = kind === "hls" ? hlsProbe(url) : streamProbe(url);
  while (!signal.aborted) {
    const [heard] = await Promise.all([listenOnce(roundMs), delay(roundMs)]);
    if (signal.aborted) return;
    if (heard !== null) process.stdout.write(toJsonLine({ path, heard } satisfies ProbeReport));
  }
}

/** Returns what was heard in a round; null: nothing to say yet. */
type MountProbe = (roundMs: number) => Promise<Heard | null>;

function hlsProbe(url: string): MountProbe {
  const probe = new HlsProbe(url, (segment) => soundIn(segment, { title: null, titleAgeMs: null }));
  return (roundMs) => probe.listen(roundMs);
}

function streamProbe(url: string): MountProbe {
  let last: HeardTitle = { title: null, sinceMs: performance.now() };
  return async (roundMs) => {
    const { heard, title } = judge(await listen(url, roundMs), last);
    last = title;
    return heard;
  };
}

function judge(
  stay: Awaited<ReturnType<typeof listen>>,
  last: HeardTitle,
): { readonly heard: Heard; readonly title: HeardTitle } {
  if (stay.kind === "refused") return { heard: stay, title: last };
  if (stay.body.length === 0 || stay.longestGapMs > STALLED_MS)
    return { heard: { kind: "stalled" }, title: last };
  const nowMs = performance.now();
  const { audio, title: newest } = splitTitles(stay.body, stay.metaint);
  const title = newest === last.title ? last : { title: newest, sinceMs: nowMs };
  const titleAgeMs = newest === null ? null : Math.round(nowMs - title.sinceMs);
  return { heard: soundIn(audio, { title: newest, titleAgeMs }), title };
}

function soundIn(
  audio: Buffer,
  titles: { readonly title: string | null; readonly titleAgeMs: number | null },
): Heard {
  try {
    const { levelDb } = measureSound(audio);
    return { kind: "sound", levelDb: Number.isFinite(levelDb) ? levelDb : null, ...titles };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return { kind: "undecodable" };
  }
}
