import {
  MAX_INCOMPLETE_TRACKS,
  type ReportAnswers,
  type ReportCompleteness,
} from "@neonrelay/contract";
import { addDays, isDate, momentOf } from "../schedule/local-time-rules.ts";
import type { ReportPlay } from "./report-play.ts";

/** Listening time by country that has no country: unknown, or beyond the number kept of a play. */
const UNKNOWN_COUNTRIES: readonly string[] = ["", "other"];

/** The database has no year 0, and years of five digits sort differently. */
const FIRST_DAY = "2000-01-01";

/** When the days of a report begin and end, in ms since 1970: whole days of its time zone, also where one has 23 hours. */
export function periodOf({ from, to, timeZone }: Pick<ReportAnswers, "from" | "to" | "timeZone">) {
  return {
    fromMs: momentOf(`${from}T00:00`, timeZone),
    untilMs: momentOf(`${addDays(to, 1)}T00:00`, timeZone),
  };
}

/** Why there is no report of these days; null: there is. */
export function refusePeriod(
  { from, to }: Pick<ReportAnswers, "from" | "to">,
  { today, maxDays }: { readonly today: string; readonly maxDays: number },
): { readonly field: "from" | "to"; readonly reason: string } | null {
  if (!isDate(to)) return { field: "to", reason: "this day doesn't exist" };
  if (!isDate(from)) return { field: "from", reason: "this day doesn't exist" };
  if (from < FIRST_DAY) return { field: "from", reason: `must be at least ${FIRST_DAY}` };
  if (to > today) return { field: "to", reason: "must not be after today" };
  if (from > to) return { field: "to", reason: "must not be before from" };
  if (addDays(from, maxDays - 1) < to)
    return { field: "to", reason: `a report has at most ${maxDays} days` };
  return null;
}

/** Whether a society counts a play: music and the titles of DJs and external streams, not jingles, spots and speech. */
export function isMusic({ kind, title }: ReportPlay): boolean {
  return (kind === "music" || kind === "live" || kind === "stream") && title !== "";
}

/** Listeners who heard any of a play. */
export function performancesOf({ atStart, joined }: ReportPlay): number {
  return atStart + joined;
}

/** Part of a play's listening time that counts as from the United States; unknown countries do. */
export function unitedStatesShareOf({ countries }: ReportPlay): number {
  let all = 0;
  let counted = 0;
  for (const [country, seconds] of Object.entries(countries)) {
    all += seconds;
    if (country === "US" || UNKNOWN_COUNTRIES.includes(country)) counted += seconds;
  }
  return all === 0 ? 1 : counted / all;
}

/** A recording, or a title that is not in the library. */
export interface Recording {
  readonly play: ReportPlay;
  plays: number;
  playedMs: number;
  performances: number;
  unitedStatesPerformances: number;
  seconds: number;
  readonly countries: Map<string, number>;
}

/** What a report says of all its plays. */
export interface Totals {
  /** Plays of anything. */
  plays: number;
  seconds: number;
  /** Of `seconds`: counted as from the United States. */
  unitedStatesSeconds: number;
  readonly countries: Map<string, number>;
  readonly completeness: { -readonly [Name in keyof ReportCompleteness]: ReportCompleteness[Name] };
  /** Tracks that lack something. */
  readonly incompleteTracks: Set<string>;
}

export function newTotals(): Totals {
  const completeness = {
    plays: 0,
    playsWithoutIsrc: 0,
    playsWithoutLabel: 0,
    playsWithoutAlbum: 0,
    tracks: 0,
  };
  const sums = { plays: 0, seconds: 0, unitedStatesSeconds: 0 };
  return { ...sums, countries: new Map(), completeness, incompleteTracks: new Set() };
}

/** Adds a play to the totals. */
export function countPlay(totals: Totals, play: ReportPlay): void {
  totals.plays += 1;
  totals.seconds += play.seconds;
  totals.unitedStatesSeconds += play.seconds * unitedStatesShareOf(play);
  addCountries(totals.countries, play.countries);
  if (!isMusic(play)) return;
  const { completeness } = totals;
  completeness.plays += 1;
  completeness.playsWithoutIsrc += Number(play.isrc === "");
  completeness.playsWithoutLabel += Number(play.label === "");
  completeness.playsWithoutAlbum += Number(play.album === "");
  const isComplete = play.isrc !== "" && play.label !== "" && play.album !== "";
  if (play.trackId !== null && !isComplete) totals.incompleteTracks.add(play.trackId);
  completeness.tracks = totals.incompleteTracks.size;
}

/** The tracks to complete first, in the order of their first play. */
export function incompleteTrackIdsOf({ incompleteTracks }: Totals): readonly string[] {
  return [...incompleteTracks].slice(0, MAX_INCOMPLETE_TRACKS);
}

/** Adds a play to its recording. */
export function countRecording(recordings: Map<string, Recording>, play: ReportPlay): void {
  const key = play.trackId ?? `${play.artist}\u001F${play.title}`.toLowerCase();
  const recording = recordings.get(key) ?? newRecording(play);
  recordings.set(key, recording);
  const performances = performancesOf(play);
  recording.plays += 1;
  recording.playedMs += play.playedMs;
  recording.performances += performances;
  recording.unitedStatesPerformances += performances * unitedStatesShareOf(play);
  recording.seconds += play.seconds;
  addCountries(recording.countries, play.countries);
}

function newRecording(play: ReportPlay): Recording {
  const sums = { plays: 0, playedMs: 0, performances: 0, unitedStatesPerformances: 0, seconds: 0 };
  return { play, ...sums, countries: new Map() };
}

function addCountries(sums: Map<string, number>, added: Readonly<Record<string, number>>): void {
  for (const [country, seconds] of Object.entries(added)) {
    const name = UNKNOWN_COUNTRIES.includes(country) ? "" : country;
    sums.set(name, (sums.get(name) ?? 0) + seconds);
  }
}

/** By artist and title, compared by code unit so that the order is the same on every machine. */
export function sortRecordings(recordings: ReadonlyMap<string, Recording>): readonly Recording[] {
  const order = ({ play }: Recording): readonly string[] => [
    play.artist,
    play.title,
    play.album,
    play.label,
    play.isrc,
    play.trackId ?? "",
  ];
  return [...recordings.values()].toSorted((a, b) => {
    const others = order(b);
    for (const [index, text] of order(a).entries()) {
      const other = others[index] ?? "";
      if (text !== other) return text < other ? -1 : 1;
    }
    return 0;
  });
}

/** Each country's part of the listening time in percent, the largest first; "": unknown. */
export function sharesOf(countries: ReadonlyMap<string, number>): readonly {
  readonly country: string;
  readonly seconds: number;
  readonly percent: number;
}[] {
  const all = [...countries.values()].reduce((sum, seconds) => sum + seconds, 0);
  return [...countries]
    .filter(([, seconds]) => seconds > 0)
    .map(([country, seconds]) => ({ country, seconds, percent: (100 * seconds) / all }))
    .toSorted((a, b) => b.seconds - a.seconds || (a.country < b.country ? -1 : 1));
}

/** What to know before sending a report. */
export function notesOf(
  { kind, to }: Pick<ReportAnswers, "kind" | "to">,
  {
    totals,
    isCutAtStart,
    today,
  }: { readonly totals: Totals; readonly isCutAtStart: boolean; readonly today: string },
): readonly string[] {
  const { seconds, countries, completeness } = totals;
  const unknown = countries.get("") ?? 0;
  const isForUnitedStates = kind === "soundexchange" || kind === "soundexchange-sample";
  const notes: string[] = [];
  if (isCutAtStart)
    notes.push(
      "Plays of its first days are not there: they are older than the history that is kept, or than the station.",
    );
  if (to === today) notes.push("Its last day is not over.");
  if (isForUnitedStates && seconds > 0 && unknown >= seconds)
    notes.push("No listener's country is known, so it counts listeners of all countries.");
  else if (isForUnitedStates && seconds > 0)
    notes.push(
      `It counts listeners in the United States, by their part of each play's listening time; unknown countries count as there (${((100 * unknown) / seconds).toFixed(1)} % of the time).`,
    );
  if (isForUnitedStates && completeness.playsWithoutIsrc > 0)
    notes.push("Recordings without an ISRC need album and label.");
  if (kind === "gvl") notes.push("The station keeps no label codes: that column is empty.");
  return notes;
}

/** Name of the file, such as NEONRELAY01032027-31032027_A.txt, which is SoundExchange's. */
export function fileNameOf({ kind, service, from, to }: ReportAnswers): string {
  const name = (service?.name ?? "").toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const day = (date: string): string => date.split("-").toReversed().join("");
  switch (kind) {
    case "soundexchange":
    case "soundexchange-sample":
      return `${name === "" ? "STATION" : name}${day(from)}-${day(to)}_A.txt`;
    case "ppl":
    case "gvl":
      return `${kind}-${from}-${to}.csv`;
    case "csv":
      return `plays-${from}-${to}.csv`;
    default:
      return kind satisfies never;
  }
}
