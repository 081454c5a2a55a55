import { compareVersions } from "@neonrelay/process/program-version";
import type { ChangeNote } from "@neonrelay/server/change-note";
import type { CurrentRelease, KeptData, Release } from "./release-folder.ts";

/** What a start does about an interrupted change of version. */
type Recovery =
  | { readonly kind: "none" }
  /** The data was not touched yet, or the schema is the same, or the new version has proven itself. */
  | { readonly kind: "forget" }
  | { readonly kind: "restore"; readonly data: KeptData };

/** @param starting the version that is starting; the new one only once it has proven itself */
export function decideRecovery(
  underWay: ChangeNote | null,
  { isDataKept, starting }: { readonly isDataKept: boolean; readonly starting: string },
): Recovery {
  if (underWay === null) return { kind: "none" };
  const { data, to } = underWay;
  if (data === null || !isDataKept || starting === to) return { kind: "forget" };
  return { kind: "restore", data };
}

/** Why the station can't change to that version, in words; null if it can. */
export function findObstacle({
  from,
  to,
  isBack,
}: {
  readonly from: Release;
  readonly to: Release;
  readonly isBack: boolean;
}): string | null {
  if (!isBack) {
    const order = compareVersions(to.version, from.version);
    if (order === null || order <= 0)
      return `${to.version} is not newer than ${from.version}, which runs now.`;
    if (to.schema < from.schema)
      return `${to.version} knows an older form of the data than ${from.version}, which runs now.`;
  }
  return null;
}

/**
 * The version for the next start once a change is done; null: the installed one.
 * @param installed the installed version, if this launcher was started instead of it; null: this launcher's own
 */
export function nextCurrent({
  own,
  installed,
  from,
  to,
  isBack,
}: {
  /** The launcher's version. */
  readonly own: Release;
  readonly installed: string | null;
  readonly from: Release;
  readonly to: Release;
  readonly isBack: boolean;
}): CurrentRelease | null {
  if (installed === null && to.root === own.root) return null;
  const data = from.schema === to.schema ? null : "data-before";
  return {
    ...to,
    installed: installed ?? own.version,
    previous: isBack ? null : { ...from, data },
  };
}

/** A station's health as seen from outside. */
export interface StationCheck {
  /** HTTP status of /api/health; null: no answer. */
  readonly health: number | null;
  readonly isHeard: boolean;
}

/** What got worse, in words; null if nothing did. */
export function findHarm(before: StationCheck, after: StationCheck): string | null {
  if (after.health === null) return "the web app does not answer";
  if (before.health === 200 && after.health !== 200)
    return `the station is not healthy (${after.health})`;
  if (before.isHeard && !after.isHeard) return "the stream can't be heard";
  return null;
}
