import type { PlanItem } from "@neonrelay/contract/callers";

/** Moves an item of the plan and updates the times. @param index counts from 0 */
export function withPlanMoved(
  items: readonly PlanItem[],
  { id, index }: { readonly id: string; readonly index: number },
): PlanItem[] {
  const moved = items.find((item) => item.id === id);
  if (moved === undefined) return [...items];
  const others = items.filter((item) => item.id !== id);
  return timed(others.toSpliced(Math.max(0, index), 0, moved), startOf(items));
}

/** Removes an item from the plan: later items move up. */
export function withPlanDropped(items: readonly PlanItem[], id: string): PlanItem[] {
  return timed(
    items.filter((item) => item.id !== id),
    startOf(items),
  );
}

/** The item that comes after a place to move to; null: the end. */
export function beforeIdAt(
  items: readonly PlanItem[],
  { id, index }: { readonly id: string; readonly index: number },
): string | null {
  return items.filter((item) => item.id !== id)[index]?.id ?? null;
}

function startOf(items: readonly PlanItem[]): number {
  return Date.parse(items[0]?.startsAt ?? "");
}

function timed(items: readonly PlanItem[], startMs: number): PlanItem[] {
  let atMs = startMs;
  return items.map((item) => {
    const startsAt = new Date(atMs).toISOString();
    atMs += item.durationMs;
    return { ...item, startsAt };
  });
}
