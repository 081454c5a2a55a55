import { reportColumns, type ReportAnswers } from "@neonrelay/contract";
import { CSV_START, csvLine } from "../spots/csv.ts";
import { localTimeOf } from "../schedule/local-time-rules.ts";
import {
  type Recording,
  isMusic,
  performancesOf,
  periodOf,
  sharesOf,
  type Totals,
} from "./report-rules.ts";
import type { ReportPlay } from "./report-play.ts";

type Service = NonNullable<ReportAnswers["service"]>;

/** SoundExchange's form: text between carets, fields between pipes, in upper case. Numbers stand bare. */
function soundExchangeLine(cells: readonly (string | number)[]): string {
  const text = (cell: string): string =>
    `^${cell
      .replaceAll(/[\^|\p{Cc}]+/gu, " ")
      .trim()
      .toUpperCase()}^`;
  const fields = cells.map((cell) => (typeof cell === "number" ? String(cell) : text(cell)));
  return `${fields.join("|")}\r\n`;
}

/** The columns of both forms before their figures. */
const soundExchangeHeads = [
  "NAME_OF_SERVICE",
  "TRANSMISSION_CATEGORY",
  "FEATURED_ARTIST",
  "SOUND_RECORDING_TITLE",
  "ISRC",
  "ALBUM_TITLE",
  "MARKETING_LABEL",
];

function soundExchangeCells({ name, category }: Service, { play }: Recording): readonly string[] {
  return [name, category, play.artist, play.title, play.isrc, play.album, play.label];
}

/** The census: how many heard each recording. */
export function* soundExchangeCensus(
  service: Service,
  recordings: Iterable<Recording>,
): Generator<string> {
  yield soundExchangeLine([...soundExchangeHeads, "ACTUAL_TOTAL_PERFORMANCES"]);
  for (const recording of recordings) {
    const performances = Math.round(recording.unitedStatesPerformances);
    yield soundExchangeLine([...soundExchangeCells(service, recording), performances]);
  }
}

/** The sample: the channel's listening hours, and how often each recording played. */
export function* soundExchangeSample(
  service: Service,
  { recordings, totals }: { readonly recordings: Iterable<Recording>; readonly totals: Totals },
): Generator<string> {
  const hours = Number(hoursOf(totals.unitedStatesSeconds));
  const figures = ["AGGREGATE_TUNING_HOURS", "CHANNEL_OR_PROGRAM_NAME", "PLAY_FREQUENCY"];
  yield soundExchangeLine([...soundExchangeHeads, ...figures]);
  for (const recording of recordings) {
    const cells = soundExchangeCells(service, recording);
    yield soundExchangeLine([...cells, hours, service.channel, recording.plays]);
  }
}

/** The figures that PPL asks for, above the programme. */
export function* pplSummary(
  answers: ReportAnswers & { readonly service: Service },
  totals: Totals,
): Generator<string> {
  const { service, from, to, timeZone } = answers;
  const { fromMs, untilMs } = periodOf(answers);
  const hours = (untilMs - fromMs) / 3_600_000;
  const tracks = totals.completeness.plays;
  yield CSV_START + csvLine(["Service", service.name]);
  yield csvLine(["Channel", service.channel]);
  yield csvLine(["From", from]);
  yield csvLine(["To", to]);
  yield csvLine(["Time zone", timeZone]);
  yield csvLine(["Hours", Number(hours.toFixed(2))]);
  yield csvLine(["Tracks", tracks]);
  yield csvLine(["Average tracks per hour", (tracks / hours).toFixed(2)]);
  yield csvLine(["Total listener hours", hoursOf(totals.seconds)]);
  yield csvLine([]);
  yield csvLine(["Territory", "Listener hours", "Percent"]);
  for (const { country, seconds, percent } of sharesOf(totals.countries))
    yield csvLine([countryName(country), hoursOf(seconds), percent.toFixed(2)]);
  yield csvLine([]);
  yield csvLine([
    "Date",
    "Time",
    "Artist",
    "Title",
    "Album",
    "Label",
    "ISRC",
    "Played (s)",
    "Listeners",
  ]);
}

/** A row of PPL's programme; "" for what is not music. */
export function pplRow(play: ReportPlay, timeZone: string): string {
  if (!isMusic(play)) return "";
  const { startedAtMs, artist, title, album, label, isrc, playedMs } = play;
  const local = localTimeOf(startedAtMs, timeZone);
  const when = [local.slice(0, 10), local.slice(11)];
  const listeners = performancesOf(play);
  return csvLine([...when, artist, title, album, label, isrc, secondsOf(playedMs), listeners]);
}

/** A sheet by recording, as GVL and GEMA ask for. */
export function* gvlSheet(recordings: Iterable<Recording>): Generator<string> {
  yield (
    CSV_START +
      csvLine([
        "Title",
        "Artist",
        "Album",
        "Label",
        "Label code",
        "ISRC",
        "Duration (s)",
        "Plays",
        "Played (s)",
        "Listeners",
        "Listening hours",
        "Countries",
      ])
  );
  for (const { play, plays, playedMs, performances, seconds, countries } of recordings) {
    const { title, artist, album, label, isrc, durationMs } = play;
    yield csvLine([
      title,
      artist,
      album,
      label,
      "",
      isrc,
      durationMs === null ? "" : secondsOf(durationMs),
      plays,
      secondsOf(playedMs),
      performances,
      hoursOf(seconds),
      countryList(countries),
    ]);
  }
}

/** Head of a table of plays. */
export function playTableHead({ columns }: ReportAnswers): string {
  return CSV_START + csvLine(columns ?? reportColumns);
}

/** A row of the table of plays, with the columns of its answers. */
export function playRow(play: ReportPlay, { columns, timeZone }: ReportAnswers): string {
  const local = localTimeOf(play.startedAtMs, timeZone);
  return csvLine(
    (columns ?? reportColumns).map((column) => {
      switch (column) {
        case "startedAt":
          return new Date(play.startedAtMs).toISOString();
        case "date":
          return local.slice(0, 10);
        case "time":
          return local.slice(11);
        case "kind":
        case "artist":
        case "title":
        case "album":
        case "label":
        case "isrc":
          return play[column];
        case "dj":
          return play.djName;
        case "durationSeconds":
          return play.durationMs === null ? "" : secondsOf(play.durationMs);
        case "playedSeconds":
          return secondsOf(play.playedMs);
        case "performances":
          return performancesOf(play);
        case "listeningHours":
          return (play.seconds / 3600).toFixed(4);
        case "listenersAtStart":
          return play.atStart;
        case "listenersJoined":
          return play.joined;
        case "countries":
          return countryList(new Map(Object.entries(play.countries)));
        default:
          return column satisfies never;
      }
    }),
  );
}

/** Each country's part of the listening time: "DE 75.0 %; unknown 25.0 %". */
function countryList(countries: ReadonlyMap<string, number>): string {
  return sharesOf(countries)
    .map(({ country, percent }) => `${countryName(country)} ${percent.toFixed(1)} %`)
    .join("; ");
}

function countryName(country: string): string {
  return country === "" ? "unknown" : country;
}

function hoursOf(seconds: number): string {
  return (seconds / 3600).toFixed(2);
}

function secondsOf(ms: number): number {
  return Math.round(ms / 1000);
}
