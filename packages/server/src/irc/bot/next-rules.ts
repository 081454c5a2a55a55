import type { ExpectedEntry } from "../../programme/queue-outlook-rules.ts";

const MINUTE_MS = 60_000;

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * What comes next, as text. Requests come first, except those that wait for their slot or the hourly limit: they are
 * listed among the plan, in place of the item they are expected to replace.
 * @param planned soonest first
 */
export function listNext({
  waiting,
  planned,
  nowMs,
}: {
  readonly waiting: readonly (Named & Pick<ExpectedEntry, "itemId" | "waitsFor" | "startsAtMs">)[];
  readonly planned: readonly (Named & { readonly startsAtMs: number })[];
  readonly nowMs: number;
}): readonly string[] {
  const taken = new Set(waiting.map(({ itemId }) => itemId));
  const timed = waiting.flatMap(({ id, name, waitsFor, startsAtMs }) =>
    waitsFor === null || startsAtMs === null ? [] : { id, name: `requested ${name}`, startsAtMs },
  );
  const coming = [...timed, ...planned.filter(({ id }) => !taken.has(id))].toSorted(
    (one, other) => one.startsAtMs - other.startsAtMs,
  );
  return [
    ...waiting.filter(({ waitsFor }) => waitsFor === null).map(({ name }) => `requested ${name}`),
    ...coming.map(({ name, startsAtMs }) => `${name} ${wordWait(startsAtMs - nowMs)}`),
  ];
}

function wordWait(waitMs: number): string {
  const minutes = Math.round(waitMs / MINUTE_MS);
  return minutes < 1 ? "in less than a minute" : `in ${minutes} min`;
}
