import type { IncomingFile, IncomingList } from "@neonrelay/contract/callers";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { countOf, formatCount } from "../../../ui/count-of.ts";

/** Whether something will change soon without the visitor. */
export function isMoving({ counts, scan }: IncomingList): boolean {
  return (
    scan !== null || counts.receiving + counts.received + counts.checking + counts.analysing > 0
  );
}

export const stateWords: Readonly<Record<IncomingFile["state"], string>> = {
  receiving: "Receiving",
  received: "Received",
  checking: "Checking",
  analysing: "Analysing",
  added: "In the library",
  refused: "Refused",
};

/** The text below the file's name. */
export function wordIncoming({
  state,
  reason,
  sizeBytes,
  receivedBytes,
  way,
  uploader,
}: IncomingFile): string {
  const from = way === "upload" ? `uploaded by ${uploader ?? "someone"}` : wayWords[way];
  if (state === "receiving")
    return `Receiving, ${formatBytes(receivedBytes)} of ${formatBytes(sizeBytes)}, ${from}`;
  if (state === "refused") return `Refused: ${reason ?? "no reason is known"}`;
  const words = `${stateWords[state]}, ${formatBytes(sizeBytes)}, ${from}`;
  return reason === null ? words : `${words}: ${reason}`;
}

const wayWords = { folder: "found in a music folder", import: "found by an import" } as const;

/** One sentence about all files: counts by state, speed, and time left. */
export function wordCounts({ counts, filesPerMinute, secondsLeft }: IncomingList): string {
  const waiting = counts.received + counts.checking + counts.analysing;
  const parts = [
    counts.receiving > 0 ? `${formatCount(counts.receiving)} receiving` : "",
    waiting > 0 ? `${formatCount(waiting)} waiting or being analysed` : "",
    `${formatCount(counts.added)} in the library`,
    `${formatCount(counts.refused)} refused`,
    filesPerMinute > 0 ? `${countOf(filesPerMinute, "file")} in the last minute` : "",
    secondsLeft === null ? "" : `about ${wordTimeLeft(secondsLeft)} left`,
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

/** The progress of a folder scan; undefined if there is none. */
export function wordScan({ scan }: IncomingList): string | undefined {
  if (scan === null) return undefined;
  const read = formatCount(scan.added + scan.refused);
  const what = scan.way === "import" ? "An import" : "A scan of the music folders";
  return `${what} has read ${read} of ${countOf(scan.found, "new file")}.`;
}

function wordTimeLeft(seconds: number): string {
  if (seconds < 60) return "a minute";
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
