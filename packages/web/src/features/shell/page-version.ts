const ANSWER_LIMIT_MS = 15_000;

/**
 * Whether the station has another version of the app than this page. Its script is named after its content, so the
 * newest page names it or it is old.
 * @throws when the station does not answer
 */
export async function isPageOutdated(signal: AbortSignal): Promise<boolean> {
  const script = document.querySelector('script[type="module"]')?.getAttribute("src");
  if (script === null || script === undefined) return false;
  const answer = await fetch("/", {
    cache: "no-cache",
    headers: { accept: "text/html" },
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
  });
  return answer.ok && !(await answer.text()).includes(`"${script}"`);
}
