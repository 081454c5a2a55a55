import { chromium, type Browser } from "playwright-core";

/** Debian's Chromium without the connections it makes for itself. Closing it is the caller's. */
export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}
