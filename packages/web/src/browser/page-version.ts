const ANSWER_LIMIT_MS = 15_000;

/**
 * Whether the station serves another version of the app than this page. Script names contain a hash, so the
 * newest page lists them or they are outdated.
 * @throws when the station does not answer
 */
export async function isPageOutdated(signal: AbortSignal): Promise<boolean> {
  const scripts = [...document.querySelectorAll('script[type="module"][src]')].map((script) =>
    script.getAttribute("src"),
  );
  const answer = await fetch("/", {
    cache: "no-cache",
    headers: { accept: "text/html" },
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
  });
  const page = await answer.text();
  return answer.ok && scripts.some((script) => !page.includes(`"${script}"`));
}
