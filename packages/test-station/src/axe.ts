import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import * as z from "zod";

const violationsSchema = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** What axe finds against WCAG 2.2 AA and its best practices, with the elements it means. */
export async function axeViolations(page: Page): Promise<readonly unknown[]> {
  const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  // To read it again costs the page as much as half a look.
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(await readFile(axePath, "utf8"));
  const violations = await page.evaluate(
    // The page has no type of its own for what was just put into it.
    // Targets of 24 px are WCAG 2.2's, which axe leaves off unless it is asked.
    "axe.run({ rules: { 'target-size': { enabled: true } } }).then(({ violations }) => violations)",
  );
  return violationsSchema
    .parse(violations)
    .map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

/** The same at each of the four sizes that a page has a look for, with what is wider than the page. */
export async function objectionsAtAllSizes(page: Page): Promise<readonly unknown[]> {
  const before = page.viewportSize();
  const objections: unknown[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    const violations = await axeViolations(page);
    const widthPx = await page.evaluate(() => document.documentElement.scrollWidth);
    if (violations.length > 0 || widthPx > size.width)
      objections.push({ at: size.width, widthPx, violations });
  }
  if (before !== null) await page.setViewportSize(before);
  return objections;
}
