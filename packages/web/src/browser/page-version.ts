const ANSWER_LIMIT_MS = 15_000;

let isOutdated = false;
let check: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Whether the station's last answer was another version of the app than this page. */
export function isPageOutdated(): boolean {
  return isOutdated;
}

/** @returns an unsubscribe function */
export function onPageVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Fetches the station's page; calls during a check share it. If the station does not answer, nothing changes. */
export async function checkPageVersion(): Promise<void> {
  check ??= askStation().finally(() => (check = undefined));
  await check;
}

/** Script names contain a hash, so the newest page lists ours or ours are outdated. */
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
