import { chromium, type Browser } from "playwright-core";
import { browserFlags } from "./browser-flags.ts";
import { limitPages } from "./page-limit.ts";

/** Debian's Chromium without its browser UI, which makes a page a quarter cheaper. The caller closes it. */
export async function launchHeadlessShell(): Promise<Browser> {
  return limitPages(
    await chromium.launch({
      executablePath: "/usr/bin/chromium-headless-shell",
      args: [...browserFlags],
    }),
  );
}
