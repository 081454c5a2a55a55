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

/** Maximum texts per page whose contrast axe can't determine, since they are on a picture or a gradient. */
const MAX_UNDECIDED = 4;
const undecidable: ReadonlySet<unknown> = new Set([
  "bgGradient",
  "bgImage",
  "imgNode",
  "pseudoContent",
]);
const reasonSchema = z.object({ messageKey: z.string() });

// The 24 px target size is from WCAG 2.2, which axe skips by default.
const allRules = {
  rules: { "target-size": { enabled: true } },
  // Listing all passes takes up to a quarter of the time.
  resultTypes: ["violations", "incomplete"],
  // We have neither frames nor rules that read style sheets or media.
  iframes: false,
  preload: false,
};
/** Rules that depend on the width: spacing, scrolling, and names shown only in wide layouts. */
const rulesOfWidth = {
  runOnly: {
    type: "rule",
    values: ["target-size", "scrollable-region-focusable", "button-name", "link-name", "label"],
  },
};

/**
 * axe's findings against WCAG 2.2 AA and best practices, with the elements concerned. Contrast must be decidable. While
 * a modal dialog is open only the dialog is checked: the page behind it is inert, and has been checked without it.
 */
export async function axeViolations(
  page: Page,
  { part, ...options }: { readonly part?: Locator; readonly [option: string]: unknown } = {},
): Promise<readonly unknown[]> {
  const axeUrl = new URL(import.meta.resolve("axe-core/axe.min.js"));
  // Loading it again costs the page half as much as a check.
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

/** Runs in the page, which has no types for the injected axe. */
async function runAxe([context, options]: readonly [unknown, unknown]): Promise<unknown> {
  const axe: unknown = Reflect.get(window, "axe");
  const run: unknown = Object(axe).run;
  if (typeof run !== "function") throw new Error("axe is not in the page");
  const { violations, incomplete } = await Reflect.apply(run, axe, [context, options]);
  return { violations, incomplete };
}

/** The rule that depends on the theme. */
const ruleOfTheme = { runOnly: { type: "rule", values: ["color-contrast"] } };

/** The narrowest is tall enough to show everything a phone shows when scrolled. */
const sizes = [
  { width: 1440, height: 900, theme: "light", rules: {}, isForParts: true },
  { width: 1440, height: 900, theme: "dark", rules: ruleOfTheme, isForParts: true },
  { width: 1024, height: 768, theme: "dark", rules: rulesOfWidth, isForParts: false },
  { width: 390, height: 844, theme: "dark", rules: rulesOfWidth, isForParts: false },
  { width: 320, height: 720, theme: "dark", rules: {}, isForParts: true },
] as const;

/**
 * The same at each of the four layout sizes and in both themes, plus elements beyond the right edge. For a dialog or
 * part of a page axe runs at the widest and the narrowest only.
 * @param open reopens what is tested, if resizing closes it
 * @param part restricts axe on a page already checked elsewhere
 */
export async function objectionsAtAllSizes(
  page: Page,
  { open, part }: { readonly open?: () => Promise<void>; readonly part?: Locator } = {},
): Promise<readonly unknown[]> {
  const before = page.viewportSize();
  const objections: unknown[] = [];
  const isPart = part !== undefined || (await page.locator("dialog:modal").count()) > 0;
  const themeBefore = await shownTheme(page);
  for (const { rules, isForParts, theme, ...size } of sizes) {
    await resize(page, size);
    await showTheme(page, theme);
    await open?.();
    const violations =
      isPart && !isForParts ? [] : await axeViolations(page, { ...rules, ...(part && { part }) });
    const beyond = await page.evaluate(findBeyondEdge);
    if (violations.length > 0 || beyond.length > 0)
      objections.push({ at: size.width, theme, beyond, violations });
  }
  await showTheme(page, themeBefore);
  if (before !== null) await resize(page, before);
  return objections;
}

/** Waits until the page has handled its new size, which closes open menus. */
export async function resize(
  page: Page,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction((width) => window.innerWidth === width, size.width);
  await framesDrawn(page);
}

async function shownTheme(page: Page): Promise<"light" | "dark"> {
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  return isDark ? "dark" : "light";
}

/** Waits until no colour is between the two. */
async function showTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  if ((await shownTheme(page)) === theme) return;
  await page.emulateMedia({ colorScheme: theme });
  await framesDrawn(page);
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((change) => change instanceof CSSTransition);
    await Promise.allSettled(changes.map((change) => change.finished));
  });
}

/** Opens a menu, which closes on a resize, until it stays open. */
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

/** Elements a user can't reach, since nothing scrolls there; a row of tabs may be wider than the page. */
function findBeyondEdge(): readonly string[] {
  return [...document.querySelectorAll("body *")]
    .filter(
      (element) =>
        element.getBoundingClientRect().right > window.innerWidth + 1 &&
        element.closest("[role=tablist], .sr-only") === null,
    )
    .map((element) => element.outerHTML.slice(0, 100));
}
