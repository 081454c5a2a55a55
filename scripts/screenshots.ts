// Takes the pictures of docs/screenshots/: `npm run screenshots`, optionally with parts of their names.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { launchChromium } from "@neonrelay/test-station/browser";
import { buildWebWhenChanged } from "../packages/launcher/src/web-build.ts";
import type { Browser, Page } from "playwright-core";
import { operatorSignIn, startLivelyStation } from "./lively-station.ts";
import { scenes, type Scene } from "./screenshot-scenes.ts";
import { projectRoot } from "./stage.ts";

const folder = path.join(projectRoot, "docs/screenshots");
const WIDE = { width: 1440, height: 900 };
const narrower = [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
/** Time for late changes: covers, fonts, the first frames of a visualizer. */
const SETTLE_MS = 1500;
const QUALITY = 86;

type Size = typeof WIDE;

const wanted = process.argv.slice(2);
let chatters = 0;
await mkdir(folder, { recursive: true });
await buildWebWhenChanged({
  projectRoot,
  onLine: console.log,
  signal: AbortSignal.timeout(120_000),
});
await using station = await startLivelyStation();
const browser = await launchChromium();
try {
  for (const scene of scenes) {
    if (wanted.length > 0 && !wanted.some((word) => scene.name.includes(word))) continue;
    for (const size of scene.isMain ? [WIDE, ...narrower] : [WIDE]) {
      const image = await take(browser, { scene, size, webUrl: station.webUrl });
      await writeFile(path.join(folder, `${scene.name}-${size.width}.webp`), image);
      console.log(`${scene.name} at ${size.width}: ${Math.round(image.length / 1024)} KB`);
    }
  }
} finally {
  await browser.close();
}

async function take(
  browser: Browser,
  { scene, size, webUrl }: { readonly scene: Scene; readonly size: Size; readonly webUrl: string },
): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: size,
    serviceWorkers: "block",
    colorScheme: scene.colorScheme ?? "dark",
  });
  try {
    if (scene.as === "operator")
      await context.request.post(new URL("/api/users/login", webUrl).href, {
        data: operatorSignIn,
        headers: { origin: new URL(webUrl).origin },
      });
    else
      await context.addInitScript((name) => {
        localStorage.setItem("irc_username", name);
        localStorage.setItem("neonrelay_visualizer", "spectrum");
      }, nameOf(size));
    const page = await context.newPage();
    await page.goto(new URL(scene.route, webUrl).href);
    await scene.prepare(page);
    await page.waitForTimeout(SETTLE_MS);
    return await webp(page);
  } finally {
    await context.close();
  }
}

/** A visitor who has just left stays in the channel for a while, so the next one needs another name. */
function nameOf({ width }: Size): string {
  chatters += 1;
  return `${width > 1024 ? "moonbeam" : width > 390 ? "vhs_dream" : "cassette"}${chatters > 3 ? chatters : ""}`;
}

async function webp(page: Page): Promise<Buffer> {
  const devTools = await page.context().newCDPSession(page);
  const { data } = await devTools.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
  });
  return Buffer.from(data, "base64");
}
