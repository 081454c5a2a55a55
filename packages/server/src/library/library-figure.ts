import type { StationEvents } from "../events/station-events.ts";

/** Delay until tracks added by another node are counted. */
const KEPT_MS = 5000;
const MAX_KEPT = 500;

/**
 * Caches a figure about the library until the library changes or a few seconds pass: measuring reads much of it, and
 * every open page asks for it.
 * @param measure receives the subject; the cache key is its JSON
 */
export function createLibraryFigure<Of, Figure>({
  events,
  measure,
  nowMs,
}: {
  readonly events: StationEvents;
  readonly measure: (of: Of) => Promise<Figure>;
  readonly nowMs: () => number;
}): (of: Of) => Promise<Figure> {
  const kept = new Map<string, { readonly figure: Promise<Figure>; readonly atMs: number }>();
  events.subscribe((event) => {
    if (event.type === "library.changed") kept.clear();
  });
  return async (of) => {
    const name = JSON.stringify(of);
    const before = kept.get(name);
    if (before !== undefined && nowMs() - before.atMs < KEPT_MS) return await before.figure;
    const measuring = { figure: measure(of), atMs: nowMs() };
    kept.delete(name);
    kept.set(name, measuring);
    const [oldest = name] = kept.keys();
    if (kept.size > MAX_KEPT) kept.delete(oldest);
    try {
      return await measuring.figure;
    } catch (error) {
      if (kept.get(name) === measuring) kept.delete(name);
      throw error;
    }
  };
}
