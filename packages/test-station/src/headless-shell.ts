import { chromium, type Browser } from "playwright-core";
import { browserFlags } from "./browser-flags.ts";
import { limitPages } from "./page-limit.ts";

/**
 * Debian's Chromium without the browser around its pages, which makes a page a quarter cheaper. Closing it is the
 * caller's.
 */
export async function launchHeadlessShell(): Promise<Browser> {
  return limitPages(
    await chromium.launch({
      executablePath: "/usr/bin/chromium-headless-shell",
      args: [...browserFlags],
    }),
  );
}
