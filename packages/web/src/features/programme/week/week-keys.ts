import { STEP_MINUTES } from "./drag-rules.ts";
import type { SpanChange } from "./drag-rules.ts";

/** What a key does in the calendar. */
type WeekKeyAction =
  | { readonly kind: "focus"; readonly to: "before" | "after" | "day-before" | "day-after" }
  | { readonly kind: "change"; readonly change: SpanChange }
  | { readonly kind: "remove" }
  /** Only with an unsaved change. */
  | { readonly kind: "save" }
  | { readonly kind: "undo" };

const DAY_BY_KEY: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const STEP_BY_KEY: Readonly<Record<string, number>> = {
  ArrowUp: -STEP_MINUTES,
  ArrowDown: STEP_MINUTES,
};

/** Arrow keys move the focus; with Alt they move the occurrence, with Alt and Shift its end. */
export function weekKeyAction(
  press: { readonly key: string; readonly altKey: boolean; readonly shiftKey: boolean },
  { isChanged }: { readonly isChanged: boolean },
): WeekKeyAction | undefined {
  const { key } = press;
  if (key === "Delete") return { kind: "remove" };
  if (isChanged && key === "Enter") return { kind: "save" };
  if (isChanged && key === "Escape") return { kind: "undo" };
  if (!press.altKey) return focusAction(key);
  const minutes = STEP_BY_KEY[key];
  if (minutes !== undefined)
    return {
      kind: "change",
      change: press.shiftKey ? { kind: "resize", minutes } : { kind: "move", days: 0, minutes },
    };
  const days = DAY_BY_KEY[key];
  if (days === undefined) return undefined;
  return { kind: "change", change: { kind: "move", days, minutes: 0 } };
}

function focusAction(key: string): WeekKeyAction | undefined {
  if (key === "ArrowUp") return { kind: "focus", to: "before" };
  if (key === "ArrowDown") return { kind: "focus", to: "after" };
  if (key === "ArrowLeft") return { kind: "focus", to: "day-before" };
  if (key === "ArrowRight") return { kind: "focus", to: "day-after" };
  return undefined;
}

/** An occurrence that can have the focus. */
interface FocusStop {
  readonly id: string;
  /** Counts from 0. */
  readonly day: number;
  readonly fromMinute: number;
}

/** Where the focus goes: within the day, or to the nearest time on the next day with occurrences. */
export function focusAfter(
  stops: readonly FocusStop[],
  { id, to }: { readonly id: string; readonly to: "before" | "after" | "day-before" | "day-after" },
): string | undefined {
  const at = stops.find((stop) => stop.id === id);
  if (at === undefined) return undefined;
  const sameDay = stops.filter(({ day }) => day === at.day);
  const place = sameDay.indexOf(at);
  if (to === "before") return sameDay[place - 1]?.id;
  if (to === "after") return sameDay[place + 1]?.id;
  const way = to === "day-after" ? 1 : -1;
  const days = stops.map(({ day }) => day).filter((day) => (day - at.day) * way > 0);
  const next = way === 1 ? Math.min(...days) : Math.max(...days);
  const [first, ...others] = stops.filter(({ day }) => day === next);
  if (first === undefined) return undefined;
  const distance = (stop: FocusStop) => Math.abs(stop.fromMinute - at.fromMinute);
  return others.reduce(
    (nearest, stop) => (distance(stop) < distance(nearest) ? stop : nearest),
    first,
  ).id;
}
