type FirstPath = "/api/now-playing" | "/api/session";

declare global {
  interface Window {
    /** A page's first data, fetched by index.html and not parsed yet; undefined if that failed. */
    firstAnswers?: { [Path in FirstPath]?: Promise<unknown> };
  }
}

/** Timeout per call, in ms. */
const LIMIT_MS = 15_000;

/** Requested once, by the early script or the app, whichever runs first: they share no module. */
export async function firstAnswer(path: FirstPath): Promise<unknown> {
  const answers = (window.firstAnswers ??= {});
  return await (answers[path] ??= ask(path));
}

const taken = new Set<FirstPath>();

/** The same answer for the cache, but only once; undefined after that, since later data must be fresh. */
export async function takeFirstAnswer(path: FirstPath): Promise<unknown> {
  if (taken.has(path)) return undefined;
  taken.add(path);
  return await firstAnswer(path);
}

async function ask(path: FirstPath): Promise<unknown> {
  try {
    const answer = await fetch(path, {
      credentials: "include",
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}
