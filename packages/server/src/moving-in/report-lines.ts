import type { MovingReport } from "./move-in.ts";
import type { MovedStation, Origin } from "./moved-station.ts";

const MAX_NAMES = 50;

/** Reports what was imported, as numbers, and what was not, by name. */
export function reportLines(
  {
    origin,
    station,
    isDryRun,
  }: {
    readonly origin: Origin;
    readonly station: MovedStation;
    readonly isDryRun: boolean;
  },
  report: MovingReport,
): readonly string[] {
  const { matched, changes, djs, plays, leftBehind } = report;
  const total = station.tracks.length;
  const found = matched.found.size;
  const percent = Math.floor((found / total) * 1000) / 10;
  const { path, name, tags } = matched.by;
  const made = (what: string) =>
    changes.filter((change) => change.what === what && change.change !== "unchanged").length;
  const all = (what: string) => changes.filter((change) => change.what === what).length;
  const newDjs = djs.filter(({ kind }) => kind === "made");
  return [
    `${isDryRun ? "What would be imported" : "Imported"} from ${origin}:`,
    `  files new in the library: ${report.newFiles}, refused: ${report.refusedFiles.length}`,
    total === 0
      ? `  tracks: none in ${origin}`
      : `  tracks: ${found} of ${total} found (${percent} %): ${path} by path, ${name} by file name, ${tags} by artist and title`,
    `  cue points: ${report.cues} tracks, jingles: ${report.jingles} tracks`,
    ...(["playlist", "show", "entry"] as const).map(
      (what) => `  ${nouns[what]}: ${all(what)}, of them new or changed: ${made(what)}`,
    ),
    ...changes
      .filter(({ what, change }) => what !== "entry" && change !== "unchanged")
      .map(({ what, name: named, change }) => `    ${what} ${named}: ${change}`),
    `  DJs: ${newDjs.length} of ${djs.length}`,
    ...djs.flatMap((dj) => djLines(dj, isDryRun)),
    `  history: ${plays.added} plays${plays.there === 0 ? "" : `, ${plays.there} already here`}`,
    `  old addresses that play the stream: ${report.addresses.length}`,
    ...report.addresses.map(({ path: old, codec }) => `    ${old} (${codec})`),
    ...namesOf(
      "Files that the library refused:",
      report.refusedFiles.map(({ path: file, reason }) => `${file}: ${reason}`),
    ),
    ...namesOf(
      `Tracks without a file here: ${matched.lost.length}`,
      matched.lost.map(({ track, why }) => {
        const named = [track.artist, track.title].filter((part) => part !== null).join(" - ");
        return `${track.location}${named === "" ? "" : ` (${named})`}: ${why}`;
      }),
    ),
    ...namesOf(
      `Not imported: ${leftBehind.length}`,
      leftBehind.map(({ what, why }) => `${what}: ${why}`),
    ),
    ...changes.flatMap(({ leftOut, what, name: named }) =>
      leftOut.map((line) => `  ${what} ${named}: ${line}`),
    ),
    ...(isDryRun ? ["Nothing changed: this was a dry run. Add --yes to move in."] : []),
  ];
}

const nouns = { playlist: "playlists", show: "shows", entry: "schedule entries" } as const;

function djLines(dj: MovingReport["djs"][number], isDryRun: boolean): readonly string[] {
  const { username } = dj;
  switch (dj.kind) {
    case "made":
      if (isDryRun) return [`    ${username}`];
      return [
        dj.password === null
          ? `    ${username}: signs in with the password they know`
          : `    ${username}, password: ${dj.password}`,
      ];
    case "there":
      return [`    ${username}: an account already has this name`];
    case "left":
      return [`    ${username}: not imported: ${dj.why}`];
    default:
      return dj satisfies never;
  }
}

function namesOf(head: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length - MAX_NAMES;
  return [
    head,
    ...names.slice(0, MAX_NAMES).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
