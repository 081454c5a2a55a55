import type { CueSheet, TrackCues } from "@neonrelay/contract/callers";
import type { Peaks } from "./peaks-rules.ts";

/** The part of a track that the picture shows. */
export interface View {
  readonly fromMs: number;
  readonly spanMs: number;
}

/** Closest zoom: a hundredth of a second then spans a hundred pixels or more. */
const SHORTEST_SPAN_MS = 500;

export function wholeView(durationMs: number): View {
  return { fromMs: 0, spanMs: Math.max(1, durationMs) };
}

/** Shows `factor` times as much, and keeps the moment in its place. */
export function zoomView(
  view: View,
  {
    factor,
    aroundMs,
    durationMs,
  }: { readonly factor: number; readonly aroundMs: number; readonly durationMs: number },
): View {
  const shortest = Math.min(SHORTEST_SPAN_MS, durationMs);
  const spanMs = Math.min(durationMs, Math.max(shortest, view.spanMs * factor));
  const share = (aroundMs - view.fromMs) / view.spanMs;
  return within({ fromMs: aroundMs - share * spanMs, spanMs }, durationMs);
}

export function scrollView(view: View, byMs: number, durationMs: number): View {
  return within({ ...view, fromMs: view.fromMs + byMs }, durationMs);
}

/** The same view, or one centred on the moment if that is outside. */
export function viewWith(view: View, ms: number, durationMs: number): View {
  if (ms >= view.fromMs && ms <= view.fromMs + view.spanMs) return view;
  return within({ ...view, fromMs: ms - view.spanMs / 2 }, durationMs);
}

/** Interval between marks on the time axis: at least `apartPx` apart. */
export function markStepMs(view: View, { widthPx, apartPx }: { widthPx: number; apartPx: number }) {
  const leastMs = (view.spanMs * apartPx) / Math.max(1, widthPx);
  return steps.find((step) => step >= leastMs) ?? 3_600_000;
}

const steps = [
  10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 1_800_000,
];

function within({ fromMs, spanMs }: View, durationMs: number): View {
  return { fromMs: Math.max(0, Math.min(durationMs - spanMs, fromMs)), spanMs };
}

/** Props of each part of the editor. */
export interface WaveformParts {
  readonly sheet: CueSheet;
  readonly peaks: Peaks;
  readonly cues: TrackCues;
  readonly onCues: (cues: TrackCues) => void;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly playheadMs: number;
  readonly onPlayhead: (ms: number) => void;
  /** The nearest place to snap to, if one is in range. */
  readonly snap: (ms: number) => number;
  /** Every place to snap to, in order. */
  readonly marks: readonly number[];
}
