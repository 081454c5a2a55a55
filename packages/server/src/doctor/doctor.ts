import type { DoctorReport } from "@neonrelay/contract";
import { StartUpError } from "@neonrelay/process/part";
import { reasonOf } from "../database/database-failures.ts";
import {
  check,
  checksOfDatabase,
  checksWithoutDatabase,
  type DoctorDatabase,
  type DoctorParts,
} from "./checks.ts";
import { bad, type Finding } from "./finding.ts";
import { runChecks, worstOf, type OpenChecks } from "./run-checks.ts";

/** Checks everything the station needs, now. */
export type Doctor = () => Promise<DoctorReport>;

/** Callers during a run share its report. */
export function createDoctor(parts: DoctorParts & DoctorDatabase): Doctor {
  const open: OpenChecks = new Map();
  const checks = inOrder([...checksWithoutDatabase(parts), ...checksOfDatabase(parts)]);
  let looking: Promise<DoctorReport> | null = null;
  return async () => {
    looking ??= runChecks(checks, { open, checkedAt: new Date() }).finally(() => (looking = null));
    return await looking;
  };
}

/**
 * The doctor of a stopped station. The database comes last, because a full disk or wrong permissions explain why it
 * can't be opened; it is skipped if its disk is full, since opening it writes.
 * @param openDatabase leaves the tables as they are; returns a finding if there is no database; throws StartUpError
 */
export function createStoppedDoctor(
  parts: Omit<DoctorParts, "running">,
  openDatabase: () => Promise<DoctorDatabase | Finding>,
): Doctor {
  const checkedParts = { ...parts, running: null };
  return async () => {
    const options = { open: new Map(), checkedAt: new Date() };
    const first = await runChecks(checksWithoutDatabase(checkedParts), options);
    const disk = first.checks.find(({ id }) => id === "disk-room");
    const opened =
      disk?.state === "bad" && parts.config.databaseUrl === null
        ? bad(`not opened: ${disk.title}: ${disk.found}`, disk.advice ?? "")
        : await openDatabase().catch(wordUnopened);
    const last = await runChecks(
      "database" in opened
        ? checksOfDatabase({ ...checkedParts, ...opened })
        : [check("database", "Database", () => opened)],
      options,
    );
    const checks = inOrder([...first.checks, ...last.checks]);
    return { ...first, state: worstOf([first.state, last.state]), checks };
  };
}

function wordUnopened(error: unknown): Finding {
  if (!(error instanceof StartUpError)) return bad(reasonOf(error), "Look at the other checks.");
  return bad(error.message, "The other checks may name the cause.");
}

/** Order of the report; checks that were not made are missing. */
const order: readonly string[] = [
  "version",
  "station",
  "database",
  "writing",
  "ports",
  "reachability",
  "dns",
  "tls",
  "proxy",
  "irc",
  "bus",
  "clock",
  "disk-room",
  "disk-speed",
  "open-files",
  "codecs",
  "music-folders",
  "music",
  "backups",
  "hls-storage",
];

function inOrder<Named extends { readonly id: string }>(checks: readonly Named[]): Named[] {
  return checks.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
}
