import { chromium, type Browser } from "playwright-core";
import { browserFlags } from "./browser-flags.ts";
import { limitPages } from "./page-limit.ts";

/** Debian's Chromium, for suites of sound, of the kept app and of what a page shows first. Closing it is the caller's. */
export async function launchChromium(): Promise<Browser> {
  return limitPages(
    await chromium.launch({ executablePath: "/usr/bin/chromium", args: [...browserFlags] }),
  );
}
