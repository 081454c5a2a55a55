import { open, rm } from "node:fs/promises";
import path from "node:path";
import type { ClockComparison, UnreadClock } from "./machine-rules.ts";
import { shortReasonOf } from "./finding.ts";

const PROBE_FILE = ".doctor-probe";
const PROBE_BYTES = 8 * 1024 ** 2;
const PIECE = Buffer.alloc(1024 ** 2, 0x5a);
const SMALL = PIECE.subarray(0, 4096);

/** Writes 8 MiB and then a small piece to the data's disk, with a sync after each. */
export async function measureDiskSpeed(
  dataDir: string,
  signal: AbortSignal,
): Promise<{ readonly bytes: number; readonly writeMs: number; readonly syncMs: number }> {
  const name = path.join(dataDir, PROBE_FILE);
  try {
    await using file = await open(name, "w", 0o600);
    const startedAtMs = performance.now();
    for (let at = 0; at < PROBE_BYTES && !signal.aborted; at += PIECE.length)
      await file.write(PIECE);
    await file.datasync();
    const writtenAtMs = performance.now();
    await file.write(SMALL, 0, SMALL.length, 0);
    await file.datasync();
    const syncMs = performance.now() - writtenAtMs;
    return { bytes: PROBE_BYTES, writeMs: writtenAtMs - startedAtMs, syncMs };
  } finally {
    await rm(name, { force: true });
  }
}

/** How far our clock is ahead of a web server's, whose Date has whole seconds. */
export async function compareWithWeb(
  url: string,
  signal: AbortSignal,
): Promise<ClockComparison | UnreadClock> {
  const { host } = new URL(url);
  const askedAtMs = Date.now();
  const answer = await fetch(url, { method: "HEAD", signal }).then(
    ({ headers }) => ({ date: headers.get("date") ?? "" }),
    (error: unknown) => ({ reason: shortReasonOf(error) }), // covered by another check
  );
  const answeredAtMs = Date.now();
  if ("reason" in answer) return { with: host, ...answer };
  const theirs = Date.parse(answer.date);
  if (Number.isNaN(theirs)) return { with: host, reason: "no Date" };
  const middleMs = (askedAtMs + answeredAtMs) / 2;
  return {
    with: host,
    aheadMs: middleMs - (theirs + 500),
    accuracyMs: (answeredAtMs - askedAtMs) / 2 + 500,
  };
}
