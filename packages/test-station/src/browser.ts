import { chromium, type Browser } from "playwright-core";
import { browserFlags } from "./browser-flags.ts";
import { limitPages } from "./page-limit.ts";

/** Debian's Chromium, for suites about sound, the service worker and first paint. The caller closes it. */
export async function launchChromium(): Promise<Browser> {
  return limitPages(
    await chromium.launch({ executablePath: "/usr/bin/chromium", args: [...browserFlags] }),
  );
}
