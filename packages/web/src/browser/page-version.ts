const ANSWER_LIMIT_MS = 15_000;

let isOutdated = false;
let check: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Whether the station was last seen to serve another version of the app than this page. */
export function isPageOutdated(): boolean {
  return isOutdated;
}

/** @returns ends it */
export function onPageVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks the station; calls during a check share it. A station that does not answer leaves everything as it is. */
export async function checkPageVersion(): Promise<void> {
  check ??= askStation().finally(() => (check = undefined));
  await check;
}

/** Script names contain a hash, so the newest page lists them or they are outdated. */
async function askStation(): Promise<void> {
  const scripts = [...document.querySelectorAll('script[type="module"][src]')].map((script) =>
    script.getAttribute("src"),
  );
  try {
    const answer = await fetch("/", {
      cache: "no-cache",
      headers: { accept: "text/html" },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    const page = await answer.text();
    isOutdated = scripts.some((script) => !page.includes(`"${script}"`));
    for (const listener of listeners) listener();
  } catch (error) {
    console.warn("can't check for a new version", error);
  }
}
