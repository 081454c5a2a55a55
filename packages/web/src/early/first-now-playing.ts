declare global {
  interface Window {
    /** What is on air, fetched by index.html; undefined when that failed. Not parsed yet. */
    firstNowPlaying?: Promise<unknown>;
  }
}

/** Requested once, by the early script or the app, whichever runs first: they share no module. */
export async function firstNowPlaying(): Promise<unknown> {
  window.firstNowPlaying ??= ask();
  return await window.firstNowPlaying;
}

let isTaken = false;

/** The same for the cache, once; undefined after that, since later data must be fresh. */
export async function takeFirstNowPlaying(): Promise<unknown> {
  if (isTaken) return undefined;
  isTaken = true;
  return await firstNowPlaying();
}

async function ask(): Promise<unknown> {
  try {
    const answer = await fetch("/api/now-playing", { credentials: "include" });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}
