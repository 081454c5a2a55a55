import { useEffect, useRef, type ReactNode } from "react";
import { formatClock, UNKNOWN } from "../../ui/format-time.ts";
import { type Progress, useHeardProgramme } from "./heard-programme.ts";

const DRAW_EVERY_MS = 250;
const SPEAK_EVERY_MS = 10_000;

/**
 * The progress of the track, full size with its times. Updates the DOM four times a second, without React; for visitors
 * who prefer reduced motion only when the times change.
 */
export function ProgressBar({
  isLine = false,
  children,
}: {
  readonly isLine?: boolean;
  /** Between the times, on one line. */
  readonly children?: ReactNode;
}) {
  const programme = useHeardProgramme();
  const bar = useRef<HTMLProgressElement>(null);
  const elapsed = useRef<HTMLSpanElement>(null);
  const remaining = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)");
    let spokenAtMs = Number.NEGATIVE_INFINITY;
    const draw = () => {
      const progress = programme.progress();
      const value = fractionOf(isCalm.matches ? wholeSeconds(progress) : progress);
      // Setting an equal value would repaint too.
      if (bar.current !== null && bar.current.value !== value) bar.current.value = value;
      write(elapsed.current, formatClock(progress.elapsedMs));
      write(remaining.current, remainingText(progress));
      if (performance.now() - spokenAtMs < SPEAK_EVERY_MS) return;
      spokenAtMs = performance.now();
      bar.current?.setAttribute("aria-valuetext", spokenProgress(progress));
    };
    draw();
    const timer = setInterval(draw, DRAW_EVERY_MS);
    return () => clearInterval(timer);
  }, [programme]);
  const line = (
    <progress
      ref={bar}
      aria-label="Track progress"
      max={1}
      value={0}
      className={isLine ? "progress progress-line" : "progress"}
    />
  );
  if (isLine) return line;
  return (
    <div>
      {line}
      <div className="mt-1 flex justify-between gap-4 text-[13px] text-muted">
        <span ref={elapsed} className="font-mono tabular-nums">
          {UNKNOWN}
        </span>
        {children}
        <span ref={remaining} className="font-mono tabular-nums">
          {UNKNOWN}
        </span>
      </div>
    </div>
  );
}

/** 0 to 1; 0 if the position or the length is unknown. */
function fractionOf({ elapsedMs, durationMs }: Progress): number {
  if (elapsedMs === null || durationMs === null || durationMs <= 0) return 0;
  return Math.min(1, elapsedMs / durationMs);
}

/** Rounded down to whole seconds, like the time beside the bar. */
function wholeSeconds({ elapsedMs, durationMs }: Progress): Progress {
  return { elapsedMs: elapsedMs === null ? null : Math.floor(elapsedMs / 1000) * 1000, durationMs };
}

/** '-2:29', or an em dash. */
function remainingText({ elapsedMs, durationMs }: Progress): string {
  if (elapsedMs === null || durationMs === null) return UNKNOWN;
  // Rounded the other way from the elapsed time, so that both add up to the length.
  const wholeElapsedMs = Math.floor(elapsedMs / 1000) * 1000;
  return `-${formatClock(Math.max(0, durationMs - wholeElapsedMs))}`;
}

function spokenProgress(progress: Progress): string {
  if (progress.elapsedMs === null) return "not known";
  return `${formatClock(progress.elapsedMs)} of ${formatClock(progress.durationMs)}`;
}

function write(element: HTMLElement | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text;
}
