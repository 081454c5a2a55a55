// @module-tag chromium-headless-shell
// @module-tag ffmpeg
import { readFile } from "node:fs/promises";
import {
  currentListenerSchema,
  type CurrentListener,
  type ListenedTrack,
  type ListenerPlaces,
  type ListeningHistory,
} from "@neonrelay/contract";
import type { Browser, Download, Page } from "playwright-core";
import { expect, test } from "vitest";
import * as z from "zod";
import { objectionsAtAllSizes } from "../src/axe.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { setUpBrowserSuite } from "../src/browser-suite.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { testAdmin, type TestStation, until, type Visitor } from "../src/test-station.ts";

const WIDE = { width: 1440, height: 900 };
const DAY_MS = 86_400_000;
const PNG_MAGIC = "89504e470d0a1a0a";

let station: TestStation;
let operator: Visitor;
let browser: Browser;

setUpBrowserSuite(async (suite) => {
  ({ station, operator } = await suite.station([{ title: "Tide", seconds: 60 }]));
  browser = await suite.browser(launchHeadlessShell);
});

test("[W300] the navigation leads operators to the page, whose tabs say that no one has listened; visitors find a gate", async () => {
  const visitor = await open("/listeners", "visitor");
  await visitor.getByLabel("Admin access code").waitFor();
  const page = await open("/", "operator");

  await page.getByRole("link", { name: "Listeners" }).click();
  await page.getByRole("heading", { level: 1, name: "Listeners" }).waitFor();
  await page.getByRole("tab", { name: "Shows" }).click();
  await page.getByText("No show was on in these days").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText("No one has listened in these days yet").waitFor();
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByText("No one has listened in these days yet").waitFor();

  expect(await objectionsAtAllSizes(page)).toEqual([]);
  expect(new URL(page.url()).search).toBe("?tab=history");
});

test("[W301][W302] two players are listed with their names, and one is disconnected after a question", async () => {
  const agents = ["VLC/3.0.20 LibVLC/3.0.20", "Winamp/5.9"];
  await using listeners = new AsyncDisposableStack();
  const [vlc] = agents.map((agent) =>
    listeners.use(new StreamListener(station.streamUrl, { "User-Agent": agent })),
  );
  await until("both are listed", async () => {
    const { body } = await operator.call("GET", "/api/listeners/now");
    return z.array(currentListenerSchema).safeParse(body).data?.length === 2;
  });
  const page = await open("/listeners", "operator");
  await page.getByText("2 listeners.").waitFor();

  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await page.getByRole("button", { name: /^Disconnect VLC/ }).click();
  await page.getByText("Most players connect again").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await page.getByText("1 listener.").waitFor();

  expect(vlc?.isEnded).toBe(true);
});

test("[W301] listeners are renewed while they are shown, and a failed renewal says so beside the last state", async () => {
  let answer: readonly CurrentListener[] | "fails" = [listener("VLC")];
  const page = await openAnswered("/listeners", { "/api/listeners/now": () => answer });

  await page.getByText("1 listener.").waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  answer = "fails";
  await page.getByText("The newest state could not be loaded").waitFor();
  await page.getByRole("button", { name: "Retry" }).waitFor();
  await page.getByText("1 listener.").waitFor();
  answer = [];
  await page.getByText("No one listens now").waitFor();
});

test("[W303][W305] a period's curve stands beside its table, is drawn in both themes, and saved as PNG and CSV", async () => {
  const page = await openAnswered("/listeners?tab=history&period=7-days", {
    "/api/listeners/history": (query) => historyOf(query, { isBusy: true }),
  });
  const curve = page.locator(".uplot canvas");
  await curve.waitFor();
  const byDay = await colourOfCurve(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => colourOfCurve(page)).not.toEqual(byDay);
  expect(await objectionsAtAllSizes(page)).toEqual([]);

  const [csv, png] = [
    await saved(page, "CSV of the history"),
    await saved(page, "PNG of the curve"),
  ];
  await page.getByLabel("Period").selectOption("Own dates");
  await page.getByLabel("From").fill("2026-02-01");
  await page.getByLabel("To", { exact: true }).fill("2026-01-01");
  await page.getByText("The last day is before the first.").waitFor();
  await page.getByLabel("To", { exact: true }).fill("2026-02-02");
  await page.getByText("compared with 30 Jan 2026 to 31 Jan 2026").waitFor();

  expect(csv.name).toMatch(/^listeners-.*\.csv$/);
  expect(csv.bytes.toString("utf8")).toContain("\uFEFFHour,Begins (UTC),Average listeners");
  expect(png.name).toMatch(/^listeners-.*\.png$/);
  expect(png.bytes.subarray(0, 8).toString("hex")).toBe(PNG_MAGIC);
});

test("[W307][W306] tracks are sorted from the keyboard, follow in pages, and their CSV has no formula", async () => {
  const asked: string[] = [];
  const page = await openAnswered("/listeners?tab=tracks", {
    "/api/listeners/tracks": (query) => {
      asked.push(`${query.get("sort")} ${query.get("order")} ${query.get("offset")}`);
      return tracksFrom(Number(query.get("offset")));
    },
  });
  await page.getByText("=Track 0").waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);

  await page.getByRole("button", { name: "Show More" }).click();
  await page.getByText("=Track 59").waitFor();
  const csv = await saved(page, "CSV of the tracks shown");
  await page.getByRole("button", { name: "Likes" }).press("Enter");
  await page
    .getByRole("columnheader", { name: "Likes" })
    .and(page.locator("[aria-sort=descending]"))
    .waitFor();
  await page.getByRole("button", { name: "Likes" }).press("Enter");
  await page
    .getByRole("columnheader", { name: "Likes" })
    .and(page.locator("[aria-sort=ascending]"))
    .waitFor();

  expect(asked).toEqual([
    "seconds descending 0",
    "seconds descending 50",
    "likes descending 0",
    "likes ascending 0",
  ]);
  expect(csv.bytes.toString("utf8").split("\r\n")[1]).toMatch(/^'=Track 0,Neon Coast,/);
  expect(csv.bytes.toString("utf8").split("\r\n")).toHaveLength(62);
});

test("[W310][W311] countries are on a map beside their table, and every way in has its share", async () => {
  const page = await openAnswered("/listeners?tab=places", {
    "/api/listeners/places": () => places,
  });
  await page.getByText("Map: Natural Earth.").waitFor();

  expect(await page.locator("figure path[style*='color-mix']").count()).toBe(2);
  expect(
    await page.getByRole("table", { name: "Countries" }).getByRole("row").allTextContents(),
  ).toContain("GermanyShare 60.0 %Hours 60 hSessions 40");
  expect(await objectionsAtAllSizes(page)).toEqual([]);
});

type Answer = (query: URLSearchParams) => unknown;

/** The page of an operator, with these answers in place of the station's. */
async function openAnswered(
  address: string,
  answers: Readonly<Record<string, Answer>>,
): Promise<Page> {
  const page = await open("about:blank", "operator");
  const all: Readonly<Record<string, Answer>> = {
    "/api/listeners/history": (query) => historyOf(query, { isBusy: false }),
    ...answers,
  };
  for (const [path, answer] of Object.entries(all))
    await page.route(
      (url) => url.pathname === path,
      async (route) => {
        const found = answer(new URL(route.request().url()).searchParams);
        if (found === "fails") return await route.fulfill({ status: 503, json: {} });
        const total = path.endsWith("tracks") ? 60 : 1;
        return await route.fulfill({ json: found, headers: { "x-total-count": String(total) } });
      },
    );
  await page.goto(new URL(address, station.webUrl).href);
  return page;
}

async function open(address: string, who: "visitor" | "operator"): Promise<Page> {
  const context = await browser.newContext({ viewport: WIDE, ...plainVisitor });
  if (who === "operator")
    await context.request.post(new URL("/api/users/login", station.webUrl).href, {
      data: { username: testAdmin.username, password: testAdmin.password },
      headers: { origin: new URL(station.webUrl).origin },
    });
  const page = await context.newPage();
  await page.goto(new URL(address, station.webUrl).href);
  return page;
}

async function saved(
  page: Page,
  button: string,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download]: [Download, void] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The most frequent opaque colour of the canvas that is no grey: the line's. */
async function colourOfCurve(page: Page): Promise<string> {
  return await page.locator(".uplot canvas").evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return "";
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {
      data: [],
    };
    const counts = new Map<string, number>();
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4);
      if (alpha < 255 || Math.max(red, green, blue) - Math.min(red, green, blue) < 80) continue;
      const colour = `${red} ${green} ${blue}`;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? "";
  });
}

function listener(player: string): CurrentListener {
  return {
    id: "4b1c8f52-0d3e-4c6a-9f17-2e5d8a7b6c90",
    since: new Date(Date.now() - 600_000).toISOString(),
    seconds: 600,
    mount: "/stream.mp3",
    via: "stream",
    edge: null,
    player,
    device: "computer",
    country: "DE",
    subdivision: "BE",
  };
}

/** Steps of the asked days in UTC, which the test's station has as its time zone. */
function historyOf(
  query: URLSearchParams,
  { isBusy }: { readonly isBusy: boolean },
): ListeningHistory {
  const today = new Date().toISOString().slice(0, 10);
  const to = query.get("to") ?? today;
  const from = query.get("from") ?? to;
  const step = query.get("step") === "hour" ? "hour" : "day";
  const lengthMs = step === "hour" ? DAY_MS / 24 : DAY_MS;
  const count = (Date.parse(to) + DAY_MS - Date.parse(from)) / lengthMs;
  const figures = (listeners: number) => ({
    seconds: isBusy ? listeners * 3600 : 0,
    averageListeners: isBusy ? listeners : 0,
    peakListeners: isBusy ? listeners * 2 : null,
    sessions: isBusy ? listeners : 0,
    lostSessions: 0,
    uniques: null,
  });
  const steps = Array.from({ length: count }, (_step, index) => {
    const atMs = Date.parse(from) + index * lengthMs;
    return {
      from: new Date(atMs).toISOString(),
      to: new Date(atMs + lengthMs).toISOString(),
      date: new Date(atMs).toISOString().slice(0, 10),
      ...figures(20 + ((index * 7) % 24)),
    };
  });
  return { timeZone: "UTC", step, steps, total: figures(count * 30) };
}

function tracksFrom(offset: number): readonly ListenedTrack[] {
  return Array.from({ length: Math.min(50, 60 - offset) }, (_track, index) => ({
    trackId: null,
    title: `=Track ${offset + index}`,
    artist: "Neon Coast",
    plays: 6,
    seconds: 43_200,
    atStart: 198,
    joined: 14,
    left: 11,
    leftEarly: 3,
    likes: 4,
    requests: 1,
  }));
}

const place = (value: string | null, hours: number) => ({
  value,
  seconds: hours * 3600,
  sessions: 40,
});
const places: ListenerPlaces = {
  countries: [place("DE", 60), place("FR", 30), place(null, 10)],
  players: [place("VLC", 70), place("Firefox", 30)],
  devices: [place("computer", 60), place("phone", 40)],
  mounts: [place("/stream.mp3", 100)],
  edges: [place(null, 80), place("Tokyo", 20)],
  via: [place("stream", 50), place("web", 30), place("edge", 20)],
};
