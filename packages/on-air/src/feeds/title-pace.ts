const WINDOW_MS = 60_000;
const MOST_TITLES = 30;

/** Whether another title may be taken now: thirty a minute, since each is a row of the history. */
export function createTitlePace(): (nowMs: number) => boolean {
  let window = { sinceMs: -Infinity, count: 0 };
  return (nowMs) => {
    if (nowMs - window.sinceMs > WINDOW_MS) window = { sinceMs: nowMs, count: 0 };
    window.count += 1;
    return window.count <= MOST_TITLES;
  };
}
