/**
 * Draws in every frame, or in every second one if drawing is slow.
 * @param draw returns how long the frame may stay, in ms: 0 until the next; the browser rests in the meantime
 * @returns a function that stops this
 */
export function everyFrame(draw: (nowMs: number) => number): () => void {
  let cancel = () => {};
  let count = 0;
  let stride = 1;
  let tookMs: number[] = [];
  const askForFrame = () => {
    const frame = requestAnimationFrame(next);
    cancel = () => cancelAnimationFrame(frame);
  };
  const rest = (restMs: number) => {
    const timer = setTimeout(askForFrame, restMs);
    cancel = () => clearTimeout(timer);
  };
  const next = (nowMs: number) => {
    count += 1;
    if (count % stride !== 0) return askForFrame();
    const begunMs = performance.now();
    const staysMs = draw(nowMs);
    tookMs.push(performance.now() - begunMs);
    if (staysMs > 0) rest(staysMs);
    else askForFrame();
    if (tookMs.length < JUDGED_FRAMES) return;
    stride = isTooSlow(tookMs) ? 2 : 1;
    tookMs = [];
  };
  askForFrame();
  return () => cancel();
}

/** Draws one still picture once the canvas has its size. */
export function onceShown(draw: (nowMs: number) => void): () => void {
  const frame = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(frame);
}

/** Runs `start` when the element comes into view, and the function it returned when it leaves. */
export function whileShown(element: Element, start: () => () => void): () => void {
  let stop: (() => void) | undefined;
  let isInView = true;
  const update = () => {
    const shouldRun = isInView && document.visibilityState === "visible";
    if (shouldRun === (stop !== undefined)) return;
    stop?.();
    stop = shouldRun ? start() : undefined;
  };
  const observer = new IntersectionObserver(([entry]) => {
    isInView = entry?.isIntersecting ?? true;
    update();
  });
  observer.observe(element);
  document.addEventListener("visibilitychange", update);
  update();
  return () => {
    stop?.();
    observer.disconnect();
    document.removeEventListener("visibilitychange", update);
  };
}

/** Number of frames judged together: two seconds at 60 per second. */
export const JUDGED_FRAMES = 120;
const SLOW_MS = 12;
/** 95 % must be quick. */
const MAX_SLOW = JUDGED_FRAMES * 0.05;

/**
 * Whether this machine is so slow that every second frame should be skipped.
 * @param frameMs durations of the judged frames
 */
export function isTooSlow(frameMs: readonly number[]): boolean {
  return frameMs.filter((tookMs) => tookMs > SLOW_MS).length > MAX_SLOW;
}
