import type { SpotAiring } from "@neonrelay/contract";
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

/**
 * The airings as an RFC 4180 table, in local time. A title that begins like a formula gets an apostrophe, so that
 * spreadsheets don't execute it.
 */
export function spotCsv(airings: readonly SpotAiring[], timeZone: string): string {
  const lines = airings.map((airing) => {
    const aired = localTimeOf(Date.parse(airing.airedAt), timeZone);
    const planned =
      airing.plannedAt === null ? "" : localTimeOf(Date.parse(airing.plannedAt), timeZone);
    return [
      aired.slice(0, 10),
      aired.slice(11),
      planned.replace("T", " "),
      text(airing.title),
      text(airing.artist),
      text(airing.show?.name ?? ""),
      text(airing.clock?.name ?? ""),
      airing.slotNumber ?? "",
      airing.isBreak === null ? "unknown" : airing.isBreak ? "yes" : "no",
      seconds(airing.lengthMs),
      airing.playedMs === null ? "" : seconds(airing.playedMs),
      airing.outcome,
      airing.listeners ?? "",
    ];
  });
  // The byte order mark tells spreadsheets that this is UTF-8.
  return `\uFEFF${[heads, ...lines].map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("")}`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function text(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

function quoted(cell: string | number): string {
  const value = String(cell);
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
