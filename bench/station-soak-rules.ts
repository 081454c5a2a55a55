import { medianOf } from "./process-figures.ts";

/** A day of a medium station: fifty listeners at a time, a busy chat, one operator at work. */
export const day = {
  plays: 480,
  "lines of chat from the web": 1440,
  "lines of chat from IRC": 1440,
  "joins of IRC": 240,
  "joins of the socket": 2400,
  "connections of listeners": 2400,
  "API calls": 24_000,
  "sign-ins": 96,
  "refused sign-ins": 48,
  requests: 192,
  comments: 48,
  likes: 240,
  uploads: 24,
  skips: 24,
  "changes of settings": 24,
} as const;
export type Deed = keyof typeof day;
export const deeds = Object.keys(day).filter((name): name is Deed => name in day);
export const HOURS_OF_DAY = 24;

/** How often an action happens in each hour. @param deed every one happens at least 24 times a day */
export function anHourOf(deed: Deed): number {
  return day[deed] / HOURS_OF_DAY;
}

/** An hour of the day takes 40 s, so a whole day takes 16 minutes. */
const HOUR_SECONDS = 40;

/** @returns how many hours of the day fit; at least enough to judge */
export function hoursIn(minutes: number): number {
  return Math.min(HOURS_OF_DAY, Math.max(LEAST_HOURS, Math.round((minutes * 60) / HOUR_SECONDS)));
}
const LEAST_HOURS = 4;

/** A process's resources at rest: garbage collected, all visitors gone. */
export interface RestingProcess {
  readonly pid: number;
  readonly heapMib: number;
  readonly residentMib: number;
  readonly openFiles: number;
  readonly threads: number;
  readonly timers: number;
  readonly resources: number;
}
type Figure = Exclude<keyof RestingProcess, "pid">;

/** Allowed growth per day once warm. Memory outside the heap needs room to settle. */
export const mayGrow: Readonly<Record<Figure, number>> = {
  heapMib: 8,
  residentMib: 24,
  openFiles: 4,
  threads: 2,
  timers: 4,
  resources: 6,
};
/** In the first hours code is compiled, and caches and pools fill up. */
const WARM_UP_SHARE = 0.25;
/** With fewer hours resident memory has not settled. */
const RESIDENT_HOURS = 12;

/**
 * Number of open files of a process, excluding its database's: PostgreSQL keeps a table's file open once used, so their
 * number grows to that of the database. A file that is open twice, or deleted, counts.
 * @param targets targets of the descriptors in `/proc/<pid>/fd`
 * @param databaseFolder with a trailing `/`
 */
export function openFilesOf(targets: readonly string[], databaseFolder: string): number {
  const kept = new Set(
    targets.filter((target) => target.startsWith(databaseFolder) && !target.endsWith(DELETED)),
  );
  return targets.length - kept.size;
}
const DELETED = " (deleted)";

/** The median slope of all pairs (Theil-Sen), so that one outlier makes no difference. */
export function slopeOf(values: readonly number[]): number {
  const slopes = values.flatMap((late, index) =>
    values.slice(0, index).map((early, before) => (late - early) / (index - before)),
  );
  return slopes.length === 0 ? 0 : medianOf(slopes);
}

/** The hours compared: all after the warm-up. */
function warmOf<Value>(hours: readonly Value[]): readonly Value[] {
  return hours.slice(Math.max(1, Math.floor(hours.length * WARM_UP_SHARE)));
}

/**
 * A process's gain per hour, by figure.
 * @param hours values at the end of each, in order
 */
export function slopesOf(hours: readonly RestingProcess[]): Readonly<Record<Figure, number>> {
  const slope = (figure: Figure) => slopeOf(warmOf(hours).map((hour) => hour[figure]));
  return {
    heapMib: slope("heapMib"),
    residentMib: slope("residentMib"),
    openFiles: slope("openFiles"),
    threads: slope("threads"),
    timers: slope("timers"),
    resources: slope("resources"),
  };
}

/** Growth beyond the limits over the hours compared, as sentences. */
export function growthOf(name: string, hours: readonly RestingProcess[]): readonly string[] {
  const compared = warmOf(hours).length;
  if (compared < 3) return [`${name}: too few hours to judge`];
  const slopes = slopesOf(hours);
  return processFigures
    .filter((figure) => figure !== "residentMib" || hours.length >= RESIDENT_HOURS)
    .flatMap((figure) => {
      const grown = slopes[figure] * (compared - 1);
      return grown <= mayGrow[figure]
        ? []
        : [
            `${figure} of ${name} grew by ${grown.toFixed(1)} in ${compared - 1} hours, and may grow by ${mayGrow[figure]} in a day`,
          ];
    })
    .concat(new Set(hours.map(({ pid }) => pid)).size === 1 ? [] : [`${name} was started again`]);
}
export const processFigures = [
  "heapMib",
  "residentMib",
  "openFiles",
  "threads",
  "timers",
  "resources",
] as const satisfies readonly Figure[];

/** Actions that happened too rarely, as sentences. @param hours hours simulated */
export function missedOf(counts: Readonly<Record<Deed, number>>, hours: number): readonly string[] {
  return deeds.flatMap((deed) => {
    const wanted = anHourOf(deed) * hours;
    return counts[deed] >= wanted ? [] : [`${counts[deed]} of ${wanted} ${deed} came to pass`];
  });
}

/** Rows or bytes at the end of each hour. */
export interface Sizes {
  readonly name: string;
  readonly values: readonly number[];
  /** Per day. */
  readonly mayGrowBy: number;
}

/** Rows and bytes of tables; `rows` is null where the console may not read them. */
export type TableSizes = Readonly<
  Record<string, { readonly rows: number | null; readonly bytes: number }>
>;

/** Rows that a day's actions leave in tables that keep them for longer. */
const rowsOfDay: ReadonlyMap<string, number> = new Map([
  ["plays", day.plays],
  ["spot_airings", day.plays / 4],
  ["chat_messages", day["lines of chat from the web"] + day["lines of chat from IRC"]],
  ["comments", day.comments],
  ["comment_likes", day.likes],
  ["requests", day.requests],
  ["sessions", day["sign-ins"]],
  ["login_failures", day["refused sign-ins"]],
  ["incoming_files", day.uploads],
  ["system_logs", day.requests + day.skips + day["changes of settings"] + day.uploads],
  ["security_events", day["sign-ins"] + day["refused sign-ins"]],
]);
/** For any other table: settings, a plan, tracks added. */
const OTHER_ROWS_OF_DAY = 50;
/** With its share of the indexes. */
const ROW_BYTES = 512;
/** A table and its indexes use whole pages, plus room for changing rows. */
const SPARE_BYTES = 96 * 1024;

/** Every table of the database, with its allowed growth per day: twice what the actions explain. */
export function tableGrowthOf(hours: readonly TableSizes[]): readonly Sizes[] {
  const tables = [...new Set(hours.flatMap((sizes) => Object.keys(sizes)))];
  return tables.map((table) => {
    const rows = 2 * (rowsOfDay.get(table) ?? OTHER_ROWS_OF_DAY);
    const isReadable = hours.every((sizes) => sizes[table]?.rows !== null);
    return isReadable
      ? {
          name: `rows of ${table}`,
          values: hours.map((sizes) => sizes[table]?.rows ?? 0),
          mayGrowBy: rows,
        }
      : {
          name: `bytes of ${table}`,
          values: hours.map((sizes) => sizes[table]?.bytes ?? 0),
          mayGrowBy: rows * ROW_BYTES + SPARE_BYTES,
        };
  });
}

/** Growth beyond the limits over the hours compared, as sentences. */
export function unboundedOf(sizes: readonly Sizes[]): readonly string[] {
  return sizes.flatMap(({ name, values, mayGrowBy }) => {
    const warm = warmOf(values);
    const grown = slopeOf(warm) * (warm.length - 1);
    return grown <= mayGrowBy
      ? []
      : [`${name} grew by ${Math.round(grown)}, and may grow by ${mayGrowBy}`];
  });
}
