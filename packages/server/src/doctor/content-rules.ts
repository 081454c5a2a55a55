import type { BackupPlan, HlsCopy } from "@neonrelay/contract";
import { bad, warning, well, type Finding } from "./finding.ts";

const SLOW_MS = 50;
const VERY_SLOW_MS = 1000;

export function judgeDatabase({
  engine,
  version,
  latencyMs,
  openedBy,
}: {
  readonly engine: string;
  readonly version: string;
  readonly latencyMs: number;
  readonly openedBy: string;
}): Finding {
  const found = `${engine}, PostgreSQL ${version}, answers in ${latencyMs.toFixed(1)} ms, tables up to date, opened by ${openedBy}`;
  if (latencyMs < SLOW_MS) return well(found);
  const advice =
    "Every page waits for it: put the database nearer to the station, or find out what else keeps that machine busy.";
  return latencyMs < VERY_SLOW_MS ? warning(found, advice) : bad(found, advice);
}

/** Result of a codec's test: why it doesn't work. */
export interface CodecState {
  readonly name: string;
  readonly problem: string | null;
}

export function judgeCodecs(codecs: readonly CodecState[]): Finding {
  const broken = codecs.filter(({ problem }) => problem !== null);
  if (broken.length === 0) return well(codecs.map(({ name }) => name).join(", "));
  return bad(
    broken.map(({ name, problem }) => `${name}: ${problem}`).join(", "),
    "Install the station again for this machine: remove node_modules and run npm start.",
  );
}

export interface MusicSample {
  /** Tracks whose file existed at the last scan. */
  readonly present: number;
  readonly missing: number;
  readonly refused: number;
  readonly looked: number;
  /** Among the sampled files. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

const NAMED = 3;

export function judgeMusic({
  present,
  missing,
  refused,
  looked,
  unreadable,
}: MusicSample): Finding {
  const rest = [
    missing === 0 ? null : `${missing} without a file`,
    refused === 0 ? null : `${refused} refused files`,
  ].filter((text) => text !== null);
  const tail = rest.length === 0 ? "" : `, ${rest.join(", ")}`;
  const count = `${present.toLocaleString("en-US")} tracks`;
  if (unreadable.length > 0) {
    const names = unreadable.slice(0, NAMED).map(({ path, reason }) => `${path} (${reason})`);
    return bad(
      `${unreadable.length} of ${looked} files looked at can't be read: ${names.join(", ")}${tail}`,
      "Check that the disk with the music is mounted and that the station's user may read it.",
    );
  }
  if (present === 0)
    return missing > 0
      ? bad(`no track can be played${tail}`, "Mount the disk with the music, or set MUSIC_DIRS.")
      : warning(
          `the library is empty${tail}`,
          "Add music: set MUSIC_DIRS, or upload files under Music Upload.",
        );
  const found = `${count}, ${looked} of them looked at${tail}`;
  if (missing > present) return warning(found, "Check that all music folders are mounted.");
  return well(found);
}

const DAY_MS = 86_400_000;
const OLD_DAYS = 8;

/** When it was made, null: none; or why that is unknown. */
export type NewestBackup = { readonly atMs: number | null } | { readonly problem: string };

export function judgeBackups({
  newest,
  nowMs,
  plan,
}: {
  readonly newest: NewestBackup;
  readonly nowMs: number;
  readonly plan: Pick<BackupPlan, "isOn" | "everyDays">;
}): Finding {
  const advice = plan.isOn
    ? "Look under Settings, Backups for why the planned backup failed."
    : "Switch on scheduled backups under Settings, Backups.";
  if ("problem" in newest)
    return bad(
      newest.problem,
      "Correct it under Settings, Backups, where Try It shows whether the storage can be used.",
    );
  if (newest.atMs === null) return warning("none yet", advice);
  const days = Math.max(0, (nowMs - newest.atMs) / DAY_MS);
  const found = `the newest is ${days < 1 ? "less than a day" : `${Math.floor(days)} days`} old`;
  if (plan.isOn && days > plan.everyDays + 1) return bad(found, advice);
  return !plan.isOn && days > OLD_DAYS ? warning(found, advice) : well(found);
}

/** A healthy copy is one segment behind, or two. */
const MAX_BEHIND_SECONDS = 18;

/** @param copy null: the station is stopped */
export function judgeHlsStorage(copy: HlsCopy["state"] | null): Finding {
  if (copy === null) return well("not checked while the station is stopped");
  const { status, problem, behindSeconds, lostSegments } = copy;
  const missed =
    lostSegments === 0
      ? ""
      : `, players there missed ${lostSegments} segment${lostSegments === 1 ? "" : "s"}`;
  switch (status) {
    case "off":
      return well("HLS is copied to no storage");
    case "idle":
      return well("nothing to copy: HLS is off, or the stream is stopped");
    case "unknown":
      return warning(
        "on-air does not report the state of the copy",
        "Look at the station's log for what keeps on-air away.",
      );
    case "failing":
      return bad(
        `${problem?.text ?? "HLS does not reach the storage"}${missed}`,
        "Correct it under Settings, Streaming, where Try It shows whether the storage can be used. Each station needs a folder of its own.",
      );
    case "copying": {
      const found = `${Math.round(behindSeconds)} s behind${missed}`;
      return behindSeconds <= MAX_BEHIND_SECONDS
        ? well(found)
        : warning(
            found,
            "Sending a segment takes longer than it plays: check the connection to the storage.",
          );
    }
    default:
      return status satisfies never;
  }
}
