import type { PlanReason } from "@neonrelay/contract";

const ruleNames = {
  track: "the track was on air too recently",
  title: "the title was on air too recently",
  artist: "the artist was on air too recently",
  album: "the album was on air too recently",
  hour: "it was on air at this hour yesterday",
} as const;

/** The reason of an item in a sentence or two for people. */
export function planSentence(reason: Omit<PlanReason, "sentence">): string {
  const { considered, keptOut, gaveWay, empty } = reason;
  if (reason.rule === "hand") return "An operator put it here.";
  const resting = Object.values(keptOut).reduce((sum, count) => sum + count, 0);
  const rested =
    resting === 0
      ? `Of ${tracks(considered)} it was next in turn.`
      : `Of ${tracks(considered)} ${resting} had to rest, and this one was next in turn.`;
  return [
    chosenBy(reason),
    rested,
    ...(gaveWay.length === 0
      ? []
      : [
          `No track kept all rules, so these gave way: ${gaveWay.map((rule) => ruleNames[rule]).join("; ")}.`,
        ]),
    ...(empty.length === 0
      ? []
      : [`Nothing could be played from ${empty.map(({ name }) => `“${name}”`).join(", ")}.`]),
  ].join(" ");
}

function chosenBy({ rule, playlist }: Omit<PlanReason, "sentence">): string {
  const name = playlist === null ? "the library" : `“${playlist.name}”`;
  switch (rule) {
    case "minute-of-hour":
      return `${name} comes once an hour, and it was due.`;
    case "every-minutes":
      return `${name} comes after a number of minutes, and they had passed.`;
    case "every-tracks":
      return `${name} comes after a number of tracks, and they had played.`;
    case "weight":
      return `By the weights of the playlists it was the turn of ${name}.`;
    case "library":
      return "No playlist had a track for this place, so it comes from the library.";
    case "hand":
      return "An operator put it here.";
    default:
      return rule satisfies never;
  }
}

function tracks(count: number): string {
  return count === 1 ? "one track" : `${count} tracks`;
}
