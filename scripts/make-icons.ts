// Draws the station's icon as the PNG files that installed web apps need. Run `node scripts/make-icons.ts` after
// changing packages/web/public/favicon.svg.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { launchChromium } from "@neonrelay/test-station/browser";
import { projectRoot } from "./stage.ts";

const publicFolder = path.join(projectRoot, "packages/web/public");
/** Systems crop maskable icons to their own shapes; anything within this fraction of the width is always visible. */
const SAFE_PART = 0.8;

interface Icon {
  readonly file: string;
  readonly sizePx: number;
  /** Fills the whole square, with the mark inside the safe part; else the mark with its own round corners. */
  readonly isFull: boolean;
}

const icons: readonly Icon[] = [
  { file: "icon-192.png", sizePx: 192, isFull: false },
  { file: "icon-512.png", sizePx: 512, isFull: false },
  { file: "maskable-192.png", sizePx: 192, isFull: true },
  { file: "maskable-512.png", sizePx: 512, isFull: true },
  { file: "apple-touch-icon.png", sizePx: 180, isFull: true },
];

const mark = await readFile(path.join(publicFolder, "favicon.svg"), "utf8");
const browser = await launchChromium();
try {
  for (const { file, sizePx, isFull } of icons) {
    const page = await browser.newPage({ viewport: { width: sizePx, height: sizePx } });
    const markPx = isFull ? Math.round(sizePx * SAFE_PART) : sizePx;
    await page.setContent(
      `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${isFull ? "#07060e" : "transparent"}}
       svg{width:${markPx}px;height:${markPx}px}</style>${mark}`,
    );
    const image = await page.screenshot({ omitBackground: true });
    await writeFile(path.join(publicFolder, "icons", file), image);
    await page.close();
  }
} finally {
  await browser.close();
}
