import type { Spread } from "./heard-rules.ts";

/** Figures of a fault for the table; times in ms. */
export interface FaultFigures {
  readonly fault: string;
  readonly heard: Readonly<
    Record<"missingMs" | "twiceMs" | "foreignMs" | "stalledMs" | "pausedMs", Spread>
  > & { readonly drops: number };
  readonly wrote: {
    readonly confirmed: number;
    readonly refused: number;
    readonly failed: number;
    readonly upload: string | null;
    readonly lost: readonly string[];
  };
  readonly wellAfterMs: number | null;
  readonly waitedMs: number;
  readonly load: number;
  readonly broken: readonly string[];
}

/** A table row: the worst listener, and the median in brackets. */
export function rowOf({ fault, heard, wrote, wellAfterMs, waitedMs, load, broken }: FaultFigures) {
  const spread = ({ worst, median }: Spread) => `${inSeconds(worst)} (${inSeconds(median)})`;
  return {
    fault,
    "missing s": spread(heard.missingMs),
    "twice s": spread(heard.twiceMs),
    "other sound s": spread(heard.foreignMs),
    "stalled s": spread(heard.stalledMs),
    "pause s": spread(heard.pausedMs),
    drops: heard.drops,
    "calls failed": `${wrote.failed} of ${wrote.confirmed + wrote.failed + wrote.refused}`,
    upload: wrote.upload ?? "none",
    lost: wrote.lost.length,
    "well after s": wellAfterMs === null ? "never" : inSeconds(wellAfterMs),
    "waited s": inSeconds(waitedMs),
    load,
    kept: broken.length === 0 ? "yes" : "NO",
  };
}

function inSeconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
