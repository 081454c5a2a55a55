/** A copy of HLS at a storage, set up as in on-air. For tests. */
import { createWatchedLog } from "@neonrelay/process/log";
import type { TestHlsOrigin } from "../stream/hls/test-hls-origin.ts";
import type { CopyTiming } from "./hls-copy.ts";
import { HlsToStorage } from "./hls-to-storage.ts";

/** Short, except for how long a segment stays: a player may stall between the playlist and its segments. */
const quick: CopyTiming = {
  requestLimitMs: 3000,
  keptMs: 60_000,
  sweepPauseMs: 100,
  claimMs: 100,
  silentMs: 60_000,
};

/** @param lines collects log lines */
export function startTestCopy(
  station: TestHlsOrigin,
  {
    isStreaming = () => true,
    owner = "test",
    timing = {},
    lines = [],
  }: {
    readonly isStreaming?: () => boolean;
    readonly owner?: string;
    readonly timing?: Partial<CopyTiming>;
    readonly lines?: string[];
  } = {},
): HlsToStorage {
  return new HlsToStorage({
    hls: () => station.hls,
    settings: () => ({ isStreaming: isStreaming() }),
    storage: null,
    owner,
    onStateChanged: () => {},
    timing: { ...quick, ...timing },
    random: () => 0,
    log: createWatchedLog((line) => void lines.push(line), { part: "test", level: "silent" }),
  });
}
