import type { DoctorCheck, DoctorReport, DoctorState } from "@neonrelay/contract";
import { bad, type Finding } from "./finding.ts";

/** A single check. */
export interface Check {
  readonly id: string;
  readonly title: string;
  readonly limitMs: number;
  /** Ends early when the signal is aborted, if its work can be interrupted. */
  readonly run: (signal: AbortSignal) => Promise<Finding>;
}

const severity: Readonly<Record<DoctorState, number>> = { ok: 0, warning: 1, bad: 2 };

/** Checks that outlived their limit. A hanging disk blocks a thread per check, so none is started twice. */
export type OpenChecks = Map<string, Promise<Finding>>;

/** Runs all checks at once. One that hangs or throws is bad, and delays no other. */
export async function runChecks(
  checks: readonly Check[],
  { open, checkedAt }: { readonly open: OpenChecks; readonly checkedAt: Date },
): Promise<DoctorReport> {
  const done = await Promise.all(checks.map((check) => runCheck(check, open)));
  return {
    state: worstOf(done.map(({ state }) => state)),
    checkedAt: checkedAt.toISOString(),
    checks: done,
  };
}

export function worstOf(states: readonly DoctorState[]): DoctorState {
  return states.reduce<DoctorState>(
    (worst, state) => (severity[state] > severity[worst] ? state : worst),
    "ok",
  );
}

async function runCheck(
  { id, title, limitMs, run }: Check,
  open: OpenChecks,
): Promise<DoctorCheck> {
  const limit = new AbortController();
  const late = Promise.withResolvers<Finding>();
  const timer = setTimeout(() => {
    limit.abort();
    late.resolve(
      bad(
        `no result within ${limitMs / 1000} s`,
        "Something it needs doesn't answer: a disk, a network folder or a server. The other checks may name it.",
      ),
    );
  }, limitMs);
  try {
    const finding = await Promise.race([late.promise, begin()]);
    return { id, title, ...finding };
  } finally {
    clearTimeout(timer);
  }

  async function begin(): Promise<Finding> {
    const earlier = open.get(id);
    if (earlier !== undefined) return await earlier;
    const looking = run(limit.signal)
      .catch((error: unknown) =>
        bad(
          `failed: ${error instanceof Error ? error.message : String(error)}`,
          "Look at the station's log for the reason.",
        ),
      )
      .finally(() => open.delete(id));
    open.set(id, looking);
    return await looking;
  }
}

/** For scripts: 0 well, 1 something is bad, 3 warnings only; 2 is for commands that don't exist. */
export function exitCodeOf(state: DoctorState): number {
  return { ok: 0, warning: 3, bad: 1 }[state];
}
