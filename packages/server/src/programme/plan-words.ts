import type { PlanReason } from "@neonrelay/contract";
import type { PlanNote } from "./frame-walk.ts";

const ruleNames = {
  track: "the track was on air too recently",
  title: "the title was on air too recently",
  artist: "the artist was on air too recently",
  album: "the album was on air too recently",
  hour: "it was on air at this hour yesterday",
} as const;

/** Explains an item in a few sentences for people. */
export function planSentence(reason: Omit<PlanReason, "sentence">): string {
  const { considered, keptOut, gaveWay, empty, rule, playlist } = reason;
  if (rule === "hand") return "An operator put it here.";
  const resting = Object.values(keptOut).reduce((sum, count) => sum + count, 0);
  const turn = reason.isFitted
    ? "this one was chosen because it ends near the next exact time"
    : "this one was next in turn";
  const isTrack = rule === "slot" && playlist === null && considered === 1;
  return [
    `${chosenBy(reason, isTrack)}${startWords(reason)}`,
    ...(isTrack ? [] : [`Of ${tracks(considered)} ${restWords(resting)}${turn}.`]),
    ...(gaveWay.length === 0
      ? []
      : [
          `No track kept all rules, so these gave way: ${gaveWay.map((each) => ruleNames[each]).join("; ")}.`,
        ]),
    ...(empty.length === 0
      ? []
      : [`Nothing could be played from ${empty.map(({ name }) => `“${name}”`).join(", ")}.`]),
    ...reason.notes,
  ].join(" ");
}

/** Explains a request in a request slot. @param requestedBy null: unknown */
export function requestSentence(
  { show, clock }: Pick<PlanReason, "show" | "clock">,
  requestedBy: string | null,
): string {
  const who = requestedBy === null ? "It was requested" : `${requestedBy} requested it`;
  const inShow = show === null ? "" : ` in the show “${show.name}”`;
  return `${who}, and it came in a request slot of the clock “${clock?.name ?? ""}”${inShow}.`;
}

/** Words a deviation from the schedule. */
export function noteSentence(note: PlanNote): string {
  switch (note.kind) {
    case "gave-way":
      return `What “${note.clock}” has at ${minuteOf(note.second)} was left out: the track before ran past it, or the station was off.`;
    case "empty-slot":
      return note.slot.content.kind === "track"
        ? `The track of a slot of “${note.clock}” was deleted, so the next slot came.`
        : `A slot of “${note.clock}” has no track that can be played, so the next slot came.`;
    case "clock-short":
      return `“${note.clock}” has no slot for the rest of this time, so the station's playlists fill it.`;
    default:
      return note satisfies never;
  }
}

function minuteOf(second: number): string {
  const rest = second % 60;
  const minute = Math.floor(second / 60);
  if (second === 0) return "the full hour";
  return rest === 0
    ? `minute ${minute} of the hour`
    : `minute ${minute}:${String(rest).padStart(2, "0")} of the hour`;
}

/** What the item does while a DJ is on air. */
const liveWords = {
  wait: "",
  interrupt: " A DJ is interrupted for its length.",
  duck: " It is heard over a DJ, who is lowered for its length.",
} as const;

function startWords({ start }: Omit<PlanReason, "sentence">): string {
  switch (start.kind) {
    case "exact":
      return ` It begins at that very second, and fades what is on air.${liveWords[start.whileLive]}`;
    case "soft":
      return " It comes at the first join from that time on.";
    case "window":
      return ` It comes at the first join within its window, or at its end, where it fades what is on air.${liveWords[start.whileLive]}`;
    case "follow":
      return "";
    default:
      return start satisfies never;
  }
}

function chosenBy(
  { rule, playlist, show, clock }: Omit<PlanReason, "sentence">,
  isTrack: boolean,
): string {
  const name = playlist === null ? "the library" : `“${playlist.name}”`;
  const inShow = show === null ? "" : ` in the show “${show.name}”`;
  switch (rule) {
    case "slot":
      return isTrack
        ? `The clock “${clock?.name ?? ""}”${inShow} has a slot for this very track.`
        : `A slot of the clock “${clock?.name ?? ""}”${inShow} takes from ${name}.`;
    case "break":
      return `A spot break of the clock “${clock?.name ?? ""}”${inShow} takes from ${name}.`;
    case "requests":
      return `The clock “${clock?.name ?? ""}”${inShow} has a request slot here. Without a request, a track from ${name} plays.`;
    case "playlist":
      return `The show “${show?.name ?? ""}” plays ${name}.`;
    case "fallback":
      return `While no host of “${show?.name ?? ""}” is on air, ${name} plays.`;
    case "minute-of-hour":
      return `${name} comes once an hour, and it was due${inShow}.`;
    case "every-minutes":
      return `${name} comes after a number of minutes, and they had passed${inShow}.`;
    case "every-tracks":
      return `${name} comes after a number of tracks, and they had played${inShow}.`;
    case "weight":
      return `By the weights of the playlists it was the turn of ${name}${inShow}.`;
    case "library":
      return `No playlist had a track for this place${inShow}, so it comes from the library.`;
    case "hand":
    case "request":
    case "dj":
    case "rotation":
    case "unknown":
      return unplannedWords[rule];
    default:
      return rule satisfies never;
  }
}

/** Plays that the plan did not choose. */
export const unplannedWords = {
  hand: "An operator put it here.",
  request: "It was in the queue, which comes before the plan.",
  dj: "A DJ was on air.",
  rotation:
    "Nothing was planned for this place, so it was drawn from the library by the station's rotation.",
  unknown:
    "The plan chose this track, but was made again before it aired, so the reason is no longer known.",
} as const;

function restWords(resting: number): string {
  return resting === 0 ? "" : `${resting} were kept out by the rules, and `;
}

function tracks(count: number): string {
  return count === 1 ? "one track" : `${count} tracks`;
}
