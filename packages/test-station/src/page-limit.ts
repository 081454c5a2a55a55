import type { Browser } from "playwright-core";

/** Longest that a page waits for anything, in ms, unless a test says otherwise: a bound for what hangs, on a busy machine too. */
const PAGE_LIMIT_MS = 120_000;

/** Gives every page of the browser that limit. */
export function limitPages(browser: Browser): Browser {
  return browser.on("context", (context) => {
    context.setDefaultTimeout(PAGE_LIMIT_MS);
    context.setDefaultNavigationTimeout(PAGE_LIMIT_MS);
  });
}
