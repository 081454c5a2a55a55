import { setTimeout as delay } from "node:timers/promises";
import type { TestStation } from "@neonrelay/test-station";
import type { Browser, CDPSession } from "playwright-core";
import { LineClient } from "../packages/irc/src/test-line-client.ts";
import type { WebFigure } from "./web.ts";

const LIMIT_MIB = 5;
/** Fills everything the page keeps of the chat. */
const LINES_BEFORE = 220;
/** The station's own server accepts two lines a second per client. */
const LINE_EVERY_MS = 700;
const SETTLING_MS = 30_000;

/** Memory growth of a page over minutes of listening and chat, measured after garbage collection. */
export async function measureHeap(
  browser: Browser,
  { station, minutes }: { readonly station: TestStation; readonly minutes: number },
): Promise<readonly WebFigure[]> {
  const { port, hash: channel } = new URL(station.ircUrl);
  using talker = await LineClient.register({ port: Number(port), nick: "talker" });
  talker.send(`JOIN ${channel}`);
  await talker.until(/ 366 /);
  const say = async (line: number): Promise<void> => {
    talker.send(`PRIVMSG ${channel} :line ${line} of a user who has much to say about the music`);
    await talker.sync();
    await delay(LINE_EVERY_MS);
  };
  for (let line = 0; line < LINES_BEFORE; line += 1) await say(line);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(station.webUrl);
  await page.getByLabel("Your name in the chat").fill("listener");
  await page.getByRole("button", { name: "Join Chat" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector('[data-player-state="playing"]');
  await delay(SETTLING_MS);
  const before = await heapMib(session);
  const endMs = performance.now() + minutes * 60_000;
  let lines = LINES_BEFORE;
  for (; performance.now() < endMs; lines += 1) await say(lines);
  const after = await heapMib(session);
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  await context.close();
  return [
    {
      what: `heap after ${minutes} minutes of listening and chat, MiB more`,
      value: after - before,
      limit: LIMIT_MIB,
      note: `${before.toFixed(1)} before, ${lines - LINES_BEFORE} lines, ${elements} elements at the end`,
    },
  ];
}

/** A page's script heap after garbage collection. */
export async function heapMib(session: CDPSession): Promise<number> {
  // One run may release what the next run can collect.
  for (let run = 0; run < 3; run += 1) await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 1024 / 1024;
}
