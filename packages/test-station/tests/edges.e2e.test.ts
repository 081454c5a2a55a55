// @module-tag chromium
// @module-tag ffmpeg
import type { Browser, Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { streamInfoSchema } from "@neonrelay/contract";
import { TestIcecast } from "@neonrelay/on-air/test-icecast";
import { TestAwakeTimer } from "@neonrelay/process/test-awake-timer";
import { plainVisitor } from "../src/browser-flags.ts";
import { setUpBrowserSuite } from "../src/browser-suite.ts";
import { launchChromium } from "../src/browser.ts";
import {
  heardSince,
  isSound,
  longestSilenceMs,
  openPageSound,
  pageClockMs,
  usualLevelDb,
} from "../src/page-sound.ts";
import { descendantsOf } from "../src/station-processes.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { TestEdge } from "../src/test-edge.ts";
import { scanLimit, TestStation, until } from "../src/test-station.ts";

const SECRET = "a-secret-of-both-ends";
/**
 * A closed connection is noticed at once, a silent one after 3 s. Then it takes up to 0.55 s to connect elsewhere, plus
 * the fade-in. Excludes the response time, which nothing guarantees.
 */
const PROMISED_SILENCE_MS = { ended: 2500, silent: 5000 };
/** At 25 ms each: two seconds, of which the fade-in is the smaller part. */
const WHILE_MOMENTS = 80;

let music: string;
let station: TestStation;
let browser: Browser;
let open: AsyncDisposableStack;

setUpBrowserSuite(async (suite) => {
  // Long enough not to end by itself.
  music = await suite.music([{ title: "Low Tide", seconds: 400, frequencyHz: 500 }]);
  station = suite.open.use(await startStation());
  browser = await suite.browser(launchChromium);
});

beforeEach(async () => {
  open = new AsyncDisposableStack();
  await until("no edge of the test before is offered to players", async () => {
    return (await offeredBy(station)).length === 1;
  });
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await open.disposeAsync();
});

test("the station dies with all its processes, and its listener continues at an edge of weight 0", async () => {
  await using dying = await startStation();
  const edge = await startEdge({ master: dying, name: "paris", weight: 0 });
  const player = await openPlayer(dying);
  await player.listenAt(dying.streamUrl);
  await player.hearsWhile(await pageClockMs(player.page));

  const lostAtMs = await pageClockMs(player.page);
  const pids = [dying.launcherPid, ...descendantsOf(dying.launcherPid)];
  for (const pid of pids) process.kill(pid, "SIGKILL");
  await player.goesOnAt(edge.streamUrl);
  await player.hearsWhile(await pageClockMs(player.page));

  expect(await player.silenceMsSince(lostAtMs)).toBeLessThan(PROMISED_SILENCE_MS.ended);
}, 180_000);

test("an edge freezes, and its listener hears the station again within seconds, at the same level, without a click", async () => {
  const edge = await startEdge({ master: station, name: "paris", weight: 100 });
  const player = await openPlayer(station);
  await player.page.getByRole("slider", { name: "Your volume" }).fill("40");
  await player.listenAt(edge.streamUrl);
  const before = await player.hearsWhile(await pageClockMs(player.page));

  const asked = player.connections.length;
  const lostAtMs = await pageClockMs(player.page);
  edge.freeze();
  await player.goesOnAt(station.streamUrl);
  const after = await player.hearsWhile(await pageClockMs(player.page));

  expect(await player.silenceMsSince(lostAtMs)).toBeLessThan(PROMISED_SILENCE_MS.silent);
  expect(Math.abs(usualLevelDb(after) - usualLevelDb(before))).toBeLessThan(0.5);
  expect(await player.page.getByRole("slider", { name: "Your volume" }).inputValue()).toBe("40");
  // It did not try the lost one again.
  expect(player.connections.slice(asked)).toEqual([station.streamUrl]);
});

test(
  "a page plays from an Icecast relay named by operators, and continues at the station when it dies",
  { tags: ["icecast2"] },
  async () => {
    const relay = {
      port: Number(new URL(station.streamUrl).port),
      mount: "/stream.mp3",
      localMount: "/stream.mp3",
    };
    const icecast = open.use(await TestIcecast.start({ relay }));
    const url = `${icecast.url}/stream.mp3`;
    await until("Icecast has the mount", async () => isHeard(url));
    const operator = await station.operator();
    await operator.call("PUT", "/api/station-settings", { relays: [{ url, weight: 100 }] });
    open.defer(async () => {
      await operator.call("PUT", "/api/station-settings", { relays: [] });
    });
    const player = await openPlayer(station);
    await player.listenAt(url);
    await player.hearsWhile(await pageClockMs(player.page));

    const asked = player.connections.length;
    const lostAtMs = await pageClockMs(player.page);
    await icecast.kill();
    await player.goesOnAt(station.streamUrl);
    await player.hearsWhile(await pageClockMs(player.page));

    // The station does not notice that it is gone, and still offers it.
    expect(player.connections.slice(asked)).toEqual([station.streamUrl]);
    expect(await player.silenceMsSince(lostAtMs)).toBeLessThan(PROMISED_SILENCE_MS.ended);
  },
);

test("an edge's launcher replaces a hanging part, and players are sent there again", async () => {
  const edge = await startEdge({ master: station, name: "paris", weight: 100 });
  const stopped = edge.partPid ?? Number.NaN;
  const listener = open.use(new StreamListener(edge.streamUrl));
  await listener.receive({ bytes: 20_000 });

  process.kill(stopped, "SIGSTOP");
  const stoppedAtMs = performance.now();
  using timer = new TestAwakeTimer();
  await until("the listener's connection has ended", () => listener.isEnded);
  const endedMs = performance.now() - stoppedAtMs;
  const endedAwakeMs = timer.passedMs;
  await until("another part runs", () => ![undefined, stopped].includes(edge.partPid));
  await until("the edge can be heard again", async () => isHeard(edge.streamUrl));

  // 5 s without a beat, checked twice a second.
  expect(endedMs).toBeGreaterThan(4000);
  expect(endedAwakeMs).toBeLessThan(7500);
  expect(edge.lines.join("\n")).toContain("did not respond for 5 s");
  await isOffered(station, edge);
});

async function startStation(): Promise<TestStation> {
  const environment = { EDGE_SECRET: SECRET };
  const started = await TestStation.start({ musicDirs: [music], environment });
  const isOnAir = async () => {
    const { body } = await started.visitor().call("GET", "/api/now-playing");
    return JSON.stringify(body).includes("Low Tide");
  };
  await until("the tone is on air", isOnAir, scanLimit);
  return started;
}

/** @param weight relative to the station's 10 */
async function startEdge({
  master,
  name,
  weight,
}: {
  readonly master: TestStation;
  readonly name: "paris" | "oslo";
  readonly weight: number;
}): Promise<TestEdge> {
  const { origin } = new URL(master.streamUrl);
  const edge = open.use(await TestEdge.start({ master: origin, secret: SECRET, name, weight }));
  await isOffered(master, edge);
  return edge;
}

/** Waits until players are sent to that edge. */
async function isOffered(master: TestStation, { streamUrl }: TestEdge): Promise<void> {
  await until("the edge is offered to players", async () => {
    return (await offeredBy(master)).includes(streamUrl);
  });
}

/** The addresses offered to players: the station's own, and others. */
async function offeredBy(master: TestStation): Promise<readonly string[]> {
  const { body } = await master.visitor().call("GET", "/api/stream/info");
  return streamInfoSchema.parse(body).addresses.map(({ url }) => url);
}

async function isHeard(streamUrl: string): Promise<boolean> {
  try {
    const { ok, body } = await fetch(streamUrl);
    await body?.cancel();
    return ok;
  } catch {
    return false; // it does not listen yet
  }
}

/** The web player in its own page, and the addresses it used. */
async function openPlayer({ webUrl }: TestStation) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...plainVisitor });
  await openPageSound(page);
  /** Without `cid`. */
  const connections: string[] = [];
  /** Periods spent waiting for a response, in ms since 1970. */
  const waits: (readonly [number, number])[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname === "/stream.mp3") connections.push(`${origin}${pathname}`);
  });
  page.on("response", (response) => {
    if (new URL(response.url()).pathname !== "/stream.mp3") return;
    const { startTime, responseStart } = response.request().timing();
    waits.push([startTime, startTime + responseStart]);
  });
  await page.goto(webUrl);
  const openedMs = await page.evaluate(() => performance.timeOrigin);
  return {
    page,
    connections,
    ...playing(page, connections),
    /** The longest silence since that moment of the page's clock, excluding time spent waiting for a response. */
    silenceMsSince: async (sinceMs: number): Promise<number> => {
      const moments = await heardSince(page, sinceMs);
      const isWaiting = (ms: number) => waits.some(([from, to]) => ms > from && ms < to);
      return longestSilenceMs(moments.filter(({ atMs }) => !isWaiting(openedMs + atMs)));
    },
  };
}

function playing(page: Page, connections: readonly string[]) {
  const play = async () => {
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForSelector('[data-player-state="playing"]');
  };
  const stop = async () => {
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.waitForSelector('[data-player-state="idle"]');
  };
  const isPlaying = async () => (await page.locator('[data-player-state="playing"]').count()) > 0;
  return {
    /** Restarts playback until the weighted choice falls on that address. */
    listenAt: async (url: string): Promise<void> => {
      await until(
        `the page listens at ${url}`,
        async () => {
          if (await isPlaying()) await stop();
          await play();
          return connections.at(-1) === url;
        },
        { limitMs: 100_000 },
      );
    },
    /** Waits until it plays there, without help. */
    goesOnAt: async (url: string): Promise<void> => {
      await until(`the player goes on at ${url}`, () => connections.at(-1) === url);
      await page.waitForSelector('[data-player-state="playing"]');
    },
    /** Waits for two seconds of continuous sound, while the element's clock advances. @returns what was heard */
    hearsWhile: async (sinceMs: number) =>
      await until("there is sound for a while", async () => {
        const last = (await heardSince(page, sinceMs)).slice(-WHILE_MOMENTS);
        if (last.length < WHILE_MOMENTS || !last.every(isSound)) return false;
        const [first, newest] = [last[0], last.at(-1)];
        return (newest?.clockSeconds ?? 0) > (first?.clockSeconds ?? 0) && last;
      }),
  };
}
