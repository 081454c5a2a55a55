import type { PlanReason, SeparationRule } from "@neonrelay/contract/callers";

/** Why each separation rule excludes a track. */
const restWords: Readonly<Record<SeparationRule | "turn", string>> = {
  track: "The same track was on air too recently",
  title: "The same title was on air too recently",
  artist: "The artist was on air too recently",
  album: "The album was on air too recently",
  hour: "It was on air at this hour yesterday",
  turn: "Its turn comes later",
};

const separationNames: Readonly<Record<SeparationRule, string>> = {
  track: "Track",
  title: "Title",
  artist: "Artist",
  album: "Album",
  hour: "Not at yesterday's hour",
};

/** Why a track was not chosen. */
export function lostWords(lostBy: SeparationRule | "turn"): string {
  return restWords[lostBy];
}

/** The ignored rules, in one line; undefined: none. */
export function gaveWayWords(gaveWay: readonly SeparationRule[]): string | undefined {
  if (gaveWay.length === 0) return undefined;
  return `Ignored rules: ${gaveWay.map((rule) => separationNames[rule].toLowerCase()).join(", ")}`;
}

/** How many tracks there were to choose from, and how many each rule excluded, as names and values. */
export function countsOf({
  considered,
  keptOut,
}: Pick<PlanReason, "considered" | "keptOut">): readonly (readonly [string, string])[] {
  const kept = separationOrder
    .map((rule) => [rule, keptOut[rule]] as const)
    .filter(([, count]) => count > 0);
  return [
    ["Tracks to choose from", String(considered)],
    ...kept.map(
      ([rule, count]) =>
        [`Excluded: ${separationNames[rule].toLowerCase()}`, String(count)] as const,
    ),
  ];
}

const separationOrder = ["track", "title", "artist", "album", "hour"] as const;
