import type { SpotAiring } from "@neonrelay/contract";
import { CSV_START, csvLine } from "./csv.ts";
import { localTimeOf } from "../schedule/local-time-rules.ts";

const heads = [
  "Date",
  "Aired",
  "Planned",
  "Spot",
  "Advertiser",
  "Show",
  "Clock",
  "Slot",
  "Break",
  "Length (s)",
  "Heard (s)",
  "Outcome",
  "Listeners",
];

/** The airings as a table, in local time. */
export function spotCsv(airings: readonly SpotAiring[], timeZone: string): string {
  const lines = airings.map((airing) => {
    const aired = localTimeOf(Date.parse(airing.airedAt), timeZone);
    const planned =
      airing.plannedAt === null ? "" : localTimeOf(Date.parse(airing.plannedAt), timeZone);
    return [
      aired.slice(0, 10),
      aired.slice(11),
      planned.replace("T", " "),
      airing.title,
      airing.artist,
      airing.show?.name ?? "",
      airing.clock?.name ?? "",
      airing.slotNumber ?? "",
      airing.isBreak === null ? "unknown" : airing.isBreak ? "yes" : "no",
      seconds(airing.lengthMs),
      airing.playedMs === null ? "" : seconds(airing.playedMs),
      airing.outcome,
      airing.listeners ?? "",
    ];
  });
  return CSV_START + [heads, ...lines].map(csvLine).join("");
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
