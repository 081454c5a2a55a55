import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import type { TestStation } from "@neonrelay/test-station";
import * as z from "zod";
import { browserFlags } from "../packages/test-station/src/browser-flags.ts";
import { medianOf } from "./process-figures.ts";
import { openWatchedPage, slowProcessor } from "./web-page.ts";
import type { WebFigure } from "./web.ts";

const LIGHTHOUSE = "lighthouse@13.5.0";
/** With features switched off, Lighthouse's trace has no beginning. */
const flags = browserFlags.filter((flag) => !flag.startsWith("--disable-features="));
const RUNS = 3;
/** Chromium sometimes starts its trace after the page: Lighthouse then asks to be run again. */
const MAX_TRIES = 3;
const RUN_LIMIT_MS = 180_000;
const KIB = 1024;
const PHONE = { width: 390, height: 844 };
const STILL_MS = 60_000;
/** Until the page has loaded what it loads later. */
const LOADED_AFTER_MS = 12_000;

const scoreSchema = z.object({ score: z.number() });
const numberSchema = z.object({ numericValue: z.number() });
const reportSchema = z.object({
  categories: z.object({
    performance: scoreSchema,
    accessibility: scoreSchema,
    "best-practices": scoreSchema,
    seo: scoreSchema,
  }),
  audits: z.object({
    "largest-contentful-paint": numberSchema,
    "total-blocking-time": numberSchema,
    "network-requests": z.object({
      details: z.object({
        items: z.array(z.object({ resourceType: z.string(), transferSize: z.number() })),
      }),
    }),
    "unused-javascript": z.object({
      details: z.object({ items: z.array(z.object({ wastedBytes: z.number() })) }),
    }),
  }),
});
type Report = z.infer<typeof reportSchema>;

/** What each figure of a report is, and its limit. Scores are points missing of 100. */
const figures: readonly (readonly [what: string, limit: number, of: (report: Report) => number])[] =
  [
    ["performance, points missing", 10, ({ categories }) => missing(categories.performance)],
    ["accessibility, points missing", 0, ({ categories }) => missing(categories.accessibility)],
    [
      "best practices, points missing",
      0,
      ({ categories }) => missing(categories["best-practices"]),
    ],
    ["SEO, points missing", 0, ({ categories }) => missing(categories.seo)],
    ["LCP, ms", 2000, ({ audits }) => audits["largest-contentful-paint"].numericValue],
    ["TBT, ms", 200, ({ audits }) => audits["total-blocking-time"].numericValue],
    ["scripts, KB", 150, ({ audits }) => scriptBytes(audits["network-requests"].details) / 1000],
    [
      "unused of a script, KiB",
      40,
      ({ audits: { "unused-javascript": unused } }) =>
        Math.max(0, ...unused.details.items.map(({ wastedBytes }) => wastedBytes / KIB)),
    ],
  ];

/** Lighthouse's mobile profile, from the npm registry: the median of three runs of each page. */
export async function measureLighthouse(
  station: TestStation,
  paths: readonly string[],
): Promise<readonly WebFigure[]> {
  const found: WebFigure[] = [];
  for (const route of paths) {
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run += 1)
      reports.push(await reportOf(new URL(route, station.webUrl).href));
    for (const [what, limit, of] of figures)
      found.push({
        what: `Lighthouse of ${route}: ${what}`,
        value: medianOf(reports.map(of)),
        limit,
        note: "",
      });
  }
  return found;
}

async function reportOf(url: string, tries = MAX_TRIES): Promise<Report> {
  try {
    return await runLighthouse(url);
  } catch (error) {
    if (tries > 1 && String(error).includes("NO_NAVSTART")) return reportOf(url, tries - 1);
    throw error;
  }
}

async function runLighthouse(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    "npx",
    [
      "--yes",
      LIGHTHOUSE,
      url,
      "--output=json",
      "--quiet",
      `--chrome-flags=${["--headless=new", ...flags].join(" ")}`,
    ],
    {
      env: {
        ...process.env,
        // npx runs with the first Node of the path; Lighthouse needs 22.
        PATH: [path.dirname(process.execPath), process.env["PATH"]].join(path.delimiter),
        CHROME_PATH: "/usr/bin/chromium",
      },
      maxBuffer: 64 * KIB * KIB,
      timeout: RUN_LIMIT_MS,
    },
  );
  return reportSchema.parse(JSON.parse(stdout));
}

function missing({ score }: { readonly score: number }): number {
  return Math.round((1 - score) * 100);
}

function scriptBytes({ items }: Report["audits"]["network-requests"]["details"]): number {
  return items
    .filter(({ resourceType }) => resourceType === "Script")
    .reduce((sum, { transferSize }) => sum + transferSize, 0);
}

/** How busy the main thread of an open page is in a minute in which nothing plays, on a phone's processor. */
export async function measureStill(
  browser: Browser,
  { station, paths }: { readonly station: TestStation; readonly paths: readonly string[] },
): Promise<readonly WebFigure[]> {
  const found: WebFigure[] = [];
  for (const route of paths) {
    await using watched = await openWatchedPage(browser, {
      viewport: PHONE,
      conditions: slowProcessor,
      context: undefined,
    });
    const { page, session } = watched;
    await session.send("Performance.enable");
    const busySeconds = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
    };
    await page.goto(new URL(route, station.webUrl).href);
    await page.waitForTimeout(LOADED_AFTER_MS);
    const before = await busySeconds();
    await page.waitForTimeout(STILL_MS);
    const value = (((await busySeconds()) - before) * 1000 * 100) / STILL_MS;
    found.push({
      what: `main thread of ${route} while nothing plays, %`,
      value,
      limit: 3,
      note: "",
    });
  }
  return found;
}
