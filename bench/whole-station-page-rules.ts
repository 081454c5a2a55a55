import { tableOf } from "./page-tables.ts";
import { shownNumber } from "./result-rules.ts";
import { processFigures } from "./station-soak-rules.ts";
import type { StoredResult, StoredRow } from "./stored-result.ts";

const SLOWEST = 10;
/** From the first to the last hour compared, after a warm-up of six: the limits apply to these. */
const COMPARED_HOURS = 17;
const P99 = "p99 ms";
const BYTES_A_ROW = "bytes a row";
const GAIN = "gained in an hour";
const MAY_GAIN = "may gain in a day";

/** The page's words for a process's resources. */
const figureWords: Readonly<Record<(typeof processFigures)[number], string>> = {
  heapMib: "heap, MiB",
  residentMib: "memory, MiB",
  openFiles: "open files",
  threads: "threads",
  timers: "timers",
  resources: "other resources",
};

/** A station with two years of data: the slowest calls on each database, and the tables. */
export function yearsPart({ rows, broken }: StoredResult): string {
  const calls = rows.filter(({ figures }) => figures[P99] !== undefined);
  const databases = [...new Set(calls.map(({ what }) => databaseOf(what)))];
  const slowest = databases.map((database) => {
    const own = calls.filter(({ what }) => databaseOf(what) === database);
    const sorted = own.toSorted((one, other) => valueOf(other, P99) - valueOf(one, P99));
    return `The slowest ${SLOWEST} of ${own.length} calls with the ${database} database:

${tableOf(
  ["Call", "p50 ms", P99, "KiB answered"],
  sorted
    .slice(0, SLOWEST)
    .map((row) => [
      `\`${nameOf(row.what).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id")}\``,
      ...["p50 ms", P99, "KiB answered"].map((figure) => shownNumber(valueOf(row, figure))),
    ]),
)}
`;
  });
  const tables = rows.filter(({ figures }) => figures[BYTES_A_ROW] !== undefined);
  const names = [...new Set(tables.map(({ what }) => nameOf(what)))];
  const find = (database: string, name: string) =>
    tables.find(({ what }) => what === `${database}, ${name}`);
  return [
    ...slowest,
    `What the tables hold, with their indexes:

${tableOf(
  ["Table", "rows", ...databases.map((database) => `${database}, MiB`)],
  names.map((name) => {
    const found = databases.map((database) => find(database, name));
    const rowsOf = found.find((row) => row !== undefined);
    return [
      name.replace("table ", ""),
      rowsOf === undefined ? "" : shownNumber(valueOf(rowsOf, "rows")),
      ...found.map((row) => (row === undefined ? "" : shownNumber(valueOf(row, "MiB")))),
    ];
  }),
)}
`,
    brokenPart(broken),
  ].join("\n");
}

/** A day of a whole station: each process's resources at the end, and its gain. */
export function soakPart({ rows, broken }: StoredResult): string {
  const deeds = rows.filter(({ figures }) => figures["reached"] !== undefined);
  const processes = [
    ...new Set(
      rows.filter(({ figures }) => figures[GAIN] !== undefined).map(({ what }) => wordsOf(what)[0]),
    ),
  ];
  const find = (name: string | undefined, figure: string) =>
    rows.find(({ what }) => what === `${name} ${figure}`);
  const limitOf = (figure: string): string => {
    const row = find(processes[0], figure);
    return row === undefined ? "" : `+${shownNumber(valueOf(row, MAY_GAIN))}`;
  };
  return `The day had ${deeds.map((row) => `${shownNumber(valueOf(row, "reached"))} ${row.what}`).join(", ")}. At its end each process had, and in brackets gained in the ${COMPARED_HOURS} hours behind the warm-up:

${tableOf(
  ["Process", ...processFigures.map((figure) => figureWords[figure])],
  [
    ...processes.map((name) => [
      name ?? "",
      ...processFigures.map((figure) => gainOf(find(name, figure))),
    ]),
    ["may gain", ...processFigures.map(limitOf)],
  ],
)}

${brokenPart(broken)}`;
}

function gainOf(row: StoredRow | undefined): string {
  if (row === undefined) return "";
  const gain = Math.round(valueOf(row, GAIN) * COMPARED_HOURS * 10) / 10;
  const sign = gain < 0 ? "-" : "+";
  return `${shownNumber(valueOf(row, "at the end"))} (${sign}${shownNumber(Math.abs(gain))})`;
}

function brokenPart(broken: readonly string[]): string {
  return broken.length === 0
    ? "Everything stayed within its limits.\n"
    : `Not within its limit:\n\n${broken.map((sentence) => `- ${sentence}`).join("\n")}\n`;
}

/** The part of a row's name before the comma. */
function databaseOf(what: string): string {
  return what.slice(0, what.indexOf(", "));
}

/** The part after it. */
function nameOf(what: string): string {
  return what.slice(what.indexOf(", ") + 2);
}

/** The name of a process and of its figure. */
function wordsOf(what: string): readonly [string, string] {
  const end = what.lastIndexOf(" ");
  return [what.slice(0, end), what.slice(end + 1)];
}

function valueOf({ figures }: StoredRow, figure: string): number {
  return figures[figure]?.[0] ?? Number.NaN;
}
