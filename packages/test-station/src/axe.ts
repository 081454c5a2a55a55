import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import * as z from "zod";
import { until } from "./test-station.ts";

const findingsSchema = z.array(
  z.object({
    id: z.string(),
    nodes: z.array(
      z.object({
        html: z.string(),
        any: z.array(z.object({ data: z.unknown() })),
      }),
    ),
  }),
);
const resultSchema = z.object({ violations: findingsSchema, incomplete: findingsSchema });

/** Texts on a page whose contrast axe can't tell, since they stand on a picture or a gradient. */
const MAX_UNDECIDED = 4;
const undecidable: ReadonlySet<unknown> = new Set([
  "bgGradient",
  "bgImage",
  "imgNode",
  "pseudoContent",
]);
const reasonSchema = z.object({ messageKey: z.string() });

// Targets of 24 px are WCAG 2.2's, which axe leaves off unless it is asked.
const allRules = {
  rules: { "target-size": { enabled: true } },
  // A list of all that passes takes up to a quarter of the time.
  resultTypes: ["violations", "incomplete"],
  // There are neither frames nor rules that read style sheets or media.
  iframes: false,
  preload: false,
};
/** What a width decides: how near things are, what scrolls, and names that only a wide look shows. */
const rulesOfWidth = {
  runOnly: {
    type: "rule",
    values: ["target-size", "scrollable-region-focusable", "button-name", "link-name", "label"],
  },
};

/**
 * What axe finds against WCAG 2.2 AA and its best practices, with the elements it means. Contrast must be decidable.
 * While a modal dialog is open it is all that is looked at: the page behind it is inert, and has been looked at without.
 */
export async function axeViolations(
  page: Page,
  { part, ...options }: { readonly part?: Locator; readonly [option: string]: unknown } = {},
): Promise<readonly unknown[]> {
  const axeUrl = new URL(import.meta.resolve("axe-core/axe.min.js"));
  // To read it again costs the page as much as half a look.
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(await readFile(axeUrl, "utf8"));
  const handle = await (part === undefined
    ? page.evaluateHandle(findInnermost)
    : part.elementHandle());
  const found = await page.evaluate(runAxe, [handle, { ...allRules, ...options }] as const);
  const { violations, incomplete } = resultSchema.parse(found);
  const nodes = incomplete
    .filter(({ id }) => id === "color-contrast")
    .flatMap((result) => result.nodes)
    .filter(({ any }) =>
      any.some(({ data }) => undecidable.has(reasonSchema.safeParse(data).data?.messageKey)),
    );
  const undecided = nodes.length > MAX_UNDECIDED ? [{ id: "undecided contrast", nodes }] : [];
  return [...violations, ...undecided].map((result) => ({
    id: result.id,
    html: result.nodes.map(({ html }) => html),
  }));
}

/** Runs in the page. */
function findInnermost(): Node {
  return [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
}

/** Runs in the page, which has no type of its own for what was put into it. */
async function runAxe([context, options]: readonly [unknown, unknown]): Promise<unknown> {
  const axe: unknown = Reflect.get(window, "axe");
  const run: unknown = Object(axe).run;
  if (typeof run !== "function") throw new Error("axe is not in the page");
  const { violations, incomplete } = await Reflect.apply(run, axe, [context, options]);
  return { violations, incomplete };
}

/** The narrowest is so high that it shows all that a phone ever does. */
const sizes = [
  { width: 1440, height: 900, rules: {}, isForParts: true },
  { width: 1024, height: 768, rules: rulesOfWidth, isForParts: false },
  { width: 390, height: 844, rules: rulesOfWidth, isForParts: false },
  { width: 320, height: 720, rules: {}, isForParts: true },
];

/**
 * The same at each of the four sizes that a page has a look for, with what is beyond its right edge. A dialog or a part of
 * a page is seen by axe at the widest and at the narrowest.
 * @param open shows what is meant, where a change of the size closes it
 * @param part what axe looks at on a page that it has seen elsewhere
 */
export async function objectionsAtAllSizes(
  page: Page,
  { open, part }: { readonly open?: () => Promise<void>; readonly part?: Locator } = {},
): Promise<readonly unknown[]> {
  const before = page.viewportSize();
  const objections: unknown[] = [];
  const isPart = part !== undefined || (await page.locator("dialog:modal").count()) > 0;
  for (const { rules, isForParts, ...size } of sizes) {
    await resize(page, size);
    await open?.();
    const violations =
      isPart && !isForParts ? [] : await axeViolations(page, { ...rules, ...(part && { part }) });
    const beyond = await page.evaluate(findBeyondEdge);
    if (violations.length > 0 || beyond.length > 0)
      objections.push({ at: size.width, beyond, violations });
  }
  if (before !== null) await resize(page, before);
  return objections;
}

/** Until the page itself knows of its size, which closes what is open. */
export async function resize(
  page: Page,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction((width) => window.innerWidth === width, size.width);
  await framesDrawn(page);
}

/** Opens a menu, which closes as soon as its page has another size, until it stays open. */
export async function openMenu(page: Page, name: string): Promise<void> {
  const menu = page.getByRole("menu", { name });
  await until(`${name} is open`, async () => {
    if (!(await menu.isVisible())) await page.getByRole("button", { name, exact: true }).click();
    await framesDrawn(page);
    return await menu.isVisible();
  });
}

/** A page learns its new size with its next frame. */
async function framesDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const _frame of ["told", "drawn"])
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** What a user can't reach, since nothing scrolls there; a row of tabs may be longer than the page is wide. */
function findBeyondEdge(): readonly string[] {
  return [...document.querySelectorAll("body *")]
    .filter(
      (element) =>
        element.getBoundingClientRect().right > window.innerWidth + 1 &&
        element.closest("[role=tablist], .sr-only") === null,
    )
    .map((element) => element.outerHTML.slice(0, 100));
}
