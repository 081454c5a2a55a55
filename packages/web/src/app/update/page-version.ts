const ANSWER_LIMIT_MS = 15_000;

/**
 * Whether the station has another version of the app than this page. Its scripts are named after their content, so the
 * newest page names them or they are old.
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
