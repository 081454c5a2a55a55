import { useEffect, useRef, type ReactNode } from "react";
import { formatClock, UNKNOWN } from "../../ui/format-time.ts";
import { type Progress, useHeardProgramme } from "./heard-programme.ts";

/** Once the next second has surely begun. */
const LEAST_WAIT_MS = 20;
const SPEAK_EVERY_MS = 10_000;

/**
 * The progress of the track, full size with its times. Updates the DOM when a second of the track begins, without React:
 * drawing more often keeps a phone's processor awake for steps of a pixel.
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
    let spokenAtMs = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      const progress = programme.progress();
      const value = fractionOf(progress);
      // Setting an equal value would repaint too.
      if (bar.current !== null && bar.current.value !== value) bar.current.value = value;
      write(elapsed.current, formatClock(progress.elapsedMs));
      write(remaining.current, remainingText(progress));
      if (performance.now() - spokenAtMs >= SPEAK_EVERY_MS) {
        spokenAtMs = performance.now();
        bar.current?.setAttribute("aria-valuetext", spokenProgress(progress));
      }
      clearTimeout(timer);
      timer = setTimeout(draw, LEAST_WAIT_MS + 1000 - ((progress.elapsedMs ?? 0) % 1000));
    };
    draw();
    const unsubscribe = programme.subscribe(draw);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
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

/** 0 to 1, in whole seconds like the time beside the bar; 0 if the position or the length is unknown. */
function fractionOf({ elapsedMs, durationMs }: Progress): number {
  if (elapsedMs === null || durationMs === null || durationMs <= 0) return 0;
  return Math.min(1, wholeSecondsMs(elapsedMs) / durationMs);
}

function wholeSecondsMs(elapsedMs: number): number {
  return Math.floor(elapsedMs / 1000) * 1000;
}

/** '-2:29', or an em dash. */
function remainingText({ elapsedMs, durationMs }: Progress): string {
  if (elapsedMs === null || durationMs === null) return UNKNOWN;
  // Rounded the other way from the elapsed time, so that both add up to the length.
  return `-${formatClock(Math.max(0, durationMs - wholeSecondsMs(elapsedMs)))}`;
}

function spokenProgress(progress: Progress): string {
  if (progress.elapsedMs === null) return "not known";
  return `${formatClock(progress.elapsedMs)} of ${formatClock(progress.durationMs)}`;
}

function write(element: HTMLElement | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text;
}
