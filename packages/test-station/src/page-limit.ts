import type { Browser } from "playwright-core";

/** Default time limit of a page's waits, in ms: catches hangs, even on a busy machine. */
const PAGE_LIMIT_MS = 120_000;

/** Applies that limit to every page of the browser. */
export function limitPages(browser: Browser): Browser {
  return browser.on("context", (context) => {
    context.setDefaultTimeout(PAGE_LIMIT_MS);
    context.setDefaultNavigationTimeout(PAGE_LIMIT_MS);
  });
}
