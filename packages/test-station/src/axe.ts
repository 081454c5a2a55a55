import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import * as z from "zod";

const violationsSchema = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** What axe finds against WCAG 2.2 AA and its best practices, with the elements it means. */
export async function axeViolations(page: Page): Promise<unknown> {
  const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  await page.evaluate(await readFile(axePath, "utf8"));
  const violations = await page.evaluate(
    // The page has no type of its own for what was just put into it.
    "axe.run().then(({ violations }) => violations)",
  );
  return violationsSchema
    .parse(violations)
    .map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
}
