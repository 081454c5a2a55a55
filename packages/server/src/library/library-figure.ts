import type { StationEvents } from "../events/station-events.ts";

/** Tracks that another node added are counted after this long. */
const KEPT_MS = 5000;

/**
 * Measures the library when asked, and again only when it has changed or some seconds have passed: that reads the whole
 * library, and every open page asks for it.
 */
export function createLibraryFigure<Figure>({
  events,
  measure,
  nowMs,
}: {
  readonly events: StationEvents;
  readonly measure: () => Promise<Figure>;
  readonly nowMs: () => number;
}): () => Promise<Figure> {
  let kept: { readonly figure: Promise<Figure>; readonly atMs: number } | null = null;
  events.subscribe((event) => {
    if (event.type === "library.changed") kept = null;
  });
  return async () => {
    if (kept !== null && nowMs() - kept.atMs < KEPT_MS) return await kept.figure;
    const measuring = { figure: measure(), atMs: nowMs() };
    kept = measuring;
    try {
      return await measuring.figure;
    } catch (error) {
      if (kept === measuring) kept = null;
      throw error;
    }
  };
}
