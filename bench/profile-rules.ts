import { ownFunctionOf, sharesOf, workKindOf, workKinds } from "./perf-rules.ts";
import type { Profile } from "./process-profile.ts";
import type { BenchRow } from "./stored-result.ts";

/** Columns of the profile table, from the left. */
export const profileColumns = {
  listeners: "on-air, 4,000 listeners",
  titles: "on-air, with ICY titles",
  icecast: "Icecast, with ICY titles",
  server: "server, chat to 10,000",
  load: "load generators of the chat",
  playout: { "MP3 alone": "playout of MP3", "MP3, Opus and AAC": "playout of three formats" },
} as const;

/** Kinds of work and functions below this in every column are not shown. */
const LEAST_KIND_PERCENT = 0.5;
const LEAST_FUNCTION_PERCENT = 1;
const cpuRow = "CPU, % of a core";

/** CPU time, then the share of each kind of work and of our largest functions, in per cent. */
export function profileRows(profiles: ReadonlyMap<string, Profile>): readonly BenchRow[] {
  const cpu = { what: cpuRow, ...mapped(profiles, ({ cpuPercent }) => rounded(cpuPercent)) };
  const kinds = shareRows(profiles, ({ samples }) => samples.map(workKindOf), LEAST_KIND_PERCENT);
  const ordered = workKinds.flatMap((kind) => kinds.filter(({ name }) => name === kind));
  const functions = shareRows(
    profiles,
    ({ samples }) => samples.map(ownFunctionOf),
    LEAST_FUNCTION_PERCENT,
  );
  return [
    cpu,
    ...ordered.map(({ name, percents }) => ({ what: `${name}, %`, ...percents })),
    ...functions.map(({ name, percents }) => ({ what: `of ours: ${name}, %`, ...percents })),
  ];
}

interface ShareRow {
  readonly name: string;
  readonly percents: Readonly<Record<string, number>>;
}

/** One row per name that reaches the minimum in any column. */
function shareRows(
  profiles: ReadonlyMap<string, Profile>,
  namesOf: (profile: Profile) => readonly (string | null)[],
  leastPercent: number,
): readonly ShareRow[] {
  const rows = new Map<string, Record<string, number>>();
  for (const [column, profile] of profiles)
    for (const { name, percent } of sharesOf(namesOf(profile)))
      rows.set(name, { ...rows.get(name), [column]: rounded(percent) });
  return [...rows]
    .filter(([, percents]) => Math.max(...Object.values(percents)) >= leastPercent)
    .map(([name, percents]) => ({ name, percents }));
}

function mapped(
  profiles: ReadonlyMap<string, Profile>,
  figureOf: (profile: Profile) => number,
): Readonly<Record<string, number>> {
  return Object.fromEntries([...profiles].map(([column, profile]) => [column, figureOf(profile)]));
}

function rounded(percent: number): number {
  return Math.round(percent * 10) / 10;
}
