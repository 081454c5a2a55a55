import type { HlsCopy } from "@neonrelay/contract/callers";
import { formatTimeOfDay } from "../../../ui/format-time.ts";

export const hlsCopyWords = {
  off: "Off",
  idle: "Waiting",
  copying: "Copying",
  failing: "Failing",
  unknown: "Unknown",
} as const;

/** The state of the copy, in sentences. */
export function describeHlsCopy(state: HlsCopy["state"]): readonly string[] {
  switch (state.status) {
    case "off":
      return [];
    case "unknown":
      return ["The stream engine can't be asked right now."];
    case "idle":
      return ["There is nothing to copy: HLS is off, or the stream is stopped."];
    case "copying":
      return [pushedAt(state), ...lost(state)];
    case "failing":
      return [problemNow(state), pushedAt(state), behind(state), ...lost(state)];
    default:
      return state.status satisfies never;
  }
}

function pushedAt({ pushedAt: at }: HlsCopy["state"]): string {
  return at === null ? "Nothing has arrived yet." : `Last arrived at ${timeOf(at)}.`;
}

function behind({ behindSeconds }: HlsCopy["state"]): string {
  return `${Math.round(behindSeconds)} s behind.`;
}

function problemNow({ problem, retryAt }: HlsCopy["state"]): string {
  const next = retryAt === null ? "" : ` Next try at ${timeOf(retryAt)}.`;
  return `Problem: ${problem?.text ?? "unknown"}.${next}`;
}

/** Shown even once all is well: it says since when the copy had problems. */
function lost({ lostSegments, problem, status }: HlsCopy["state"]): readonly string[] {
  const before =
    problem === null || status === "failing"
      ? []
      : [`Last problem, at ${timeOf(problem.at)}: ${problem.text}.`];
  const missed = lostSegments === 1 ? "1 segment" : `${lostSegments} segments`;
  return lostSegments === 0 ? before : [...before, `Players missed ${missed} so far.`];
}

function timeOf(iso: string): string {
  return formatTimeOfDay(Date.parse(iso));
}
