import type { DoctorCheck, DoctorState } from "@neonrelay/contract";
import { exitCodeOf } from "../doctor/run-checks.ts";
import type { CommandCall, CommandParts } from "./command.ts";

const marks: Readonly<Record<DoctorState, string>> = { ok: "ok  ", warning: "WARN", bad: "BAD " };

/** Prints the doctor's report, a line per check, or with --json as the API returns it. @returns the exit code */
export async function examine(
  { doctor }: Pick<CommandParts, "doctor">,
  { args, print }: CommandCall,
): Promise<number> {
  const report = await doctor();
  if (args.includes("--json")) JSON.stringify(report, null, 2).split("\n").forEach(print);
  else report.checks.flatMap(linesOf).forEach(print);
  return exitCodeOf(report.state);
}

function linesOf({ state, title, found, advice }: DoctorCheck): readonly string[] {
  const line = `${marks[state]} ${title}: ${found}`;
  return advice === null ? [line] : [line, `     ${advice}`];
}
