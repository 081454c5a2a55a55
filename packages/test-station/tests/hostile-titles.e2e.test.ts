// @module-tag chromium-headless-shell
// @module-tag ffmpeg
import { nowPlayingSchema, playSchema } from "@neonrelay/contract";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import * as z from "zod";
import type { LineClient } from "../../irc/src/test-line-client.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { setUpBrowserSuite } from "../src/browser-suite.ts";
import { ForeignStream } from "../src/foreign-stream.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";
import { lookFor, nothing } from "../src/hostile-texts/look-for.ts";
import { long, name, SEEN } from "../src/hostile-texts/texts.ts";
import { visitIrc } from "../src/irc-visit.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

/** A line has 300 characters, including the artist. */
const ROOM = 300 - "Ada - ".length;
/** Possible metadata of another station, by the title aired here. */
const titles = {
  [`${name}${long}`.slice(0, ROOM).trim()]: `StreamTitle='Ada - ${name}${long}';`,
  "x QUIT :gone Set-Cookie: planted=1 DCC SEND x [2J ]0;x evil y z":
    "StreamTitle='Ada - x\r\nQUIT :gone\r\nSet-Cookie: planted=1\u0001DCC SEND x\u0001\u001b[2J\u001b]0;x\u0007\u202eevil\u2066y\u0085\u2028\u200fz\0hidden';",
  ["L".repeat(ROOM)]: `StreamTitle='Ada - ${"L".repeat(5000)}`,
  "it's": "StreamTitle='Ada - it's';StreamUrl='http://evil.example/';",
};
/** Characters that end a line, drive a terminal or reverse text. */
const driving = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

let station: TestStation;
let operator: Visitor;
let foreign: ForeignStream;
let browser: Browser;
setUpBrowserSuite(async (suite) => {
  const file = path.join(await suite.folder(), "tone.mp3");
  await makeTone({ file, frequencyHz: 400, seconds: 20, title: "tone" });
  foreign = suite.open.use(new ForeignStream(await readFile(file)));
  foreign.setMetadata("StreamTitle='Ada - Before';");
  station = suite.open.use(await TestStation.start());
  operator = await station.operator();
  browser = await suite.browser(launchHeadlessShell);
});
async function onAir(title: string): Promise<void> {
  await until(`'${title.slice(0, 40)}' is on air`, async () => {
    const { body } = await operator.call("GET", "/api/now-playing");
    return nowPlayingSchema.parse(body).now?.title === title;
  });
}

/** The bot's reply about what is on air, without the sender. */
async function askBot(irc: LineClient): Promise<readonly string[]> {
  const { hash: channel } = new URL(station.ircUrl);
  irc.send(`PRIVMSG ${channel} :.np`);
  const lines = await irc.until(/ (?:PRIVMSG|NOTICE) .*Ada/);
  return [...lines, ...(await irc.sync())];
}

async function openDashboard() {
  // Without the pages' CSP: the titles must be harmless before it has to block anything.
  const context = await browser.newContext({ ...plainVisitor, bypassCSP: true });
  const page = await context.newPage();
  const ran: unknown[] = [];
  await page.exposeFunction("pwned", (how: unknown) => void ran.push(how));
  await page.goto(station.webUrl);
  return { page, ran };
}

test("another station's title is only ever a line of text: on pages, on IRC, in our streams, the history and the log", async () => {
  await operator.call("PUT", "/api/station-settings", { allowedStreamHosts: ["127.0.0.1"] });
  const body = { url: await foreign.listen(), title: "Other Station", artist: "Elsewhere" };
  const added = await operator.call("POST", "/api/stream-external", body);
  expect(added.status).toBe(200);
  await operator.call("POST", "/api/playback/skip");
  await onAir("Before");
  const { page, ran } = await openDashboard();
  await using listener = new StreamListener(station.streamUrl);
  using irc = await visitIrc({ ircUrl: station.ircUrl, nick: "ear", isOperator: true });
  const pages: unknown[] = [];
  const spoken: string[] = [];

  for (const [title, metadata] of Object.entries(titles)) {
    foreign.setMetadata(metadata);
    await onAir(title);
    await page.getByText(title.slice(0, 30)).first().waitFor();
    pages.push(await lookFor(page));
    spoken.push(...(await askBot(irc)));
  }
  const wanted = Object.keys(titles).at(-1) ?? "";
  const ours = await until("a listener has heard the last of them", async () => {
    const { titles: heard } = await listener.heard();
    return heard.some(({ title }) => title.includes(wanted)) && heard.map(({ title }) => title);
  });
  const history = await operator.call("GET", "/api/history?limit=50");
  const aired = z
    .array(playSchema)
    .parse(history.body)
    .map((play) => play.title);

  expect(pages).toEqual(pages.map(() => nothing));
  expect(ran).toEqual([]);
  expect(spoken.join("\n")).toContain(SEEN);
  expect(spoken.filter((line) => driving.test(line) || /^(?:QUIT|Set-Cookie)/.test(line))).toEqual(
    [],
  );
  expect(ours.filter((line) => driving.test(line) || line.includes("StreamUrl"))).toEqual([]);
  expect(aired).toEqual(expect.arrayContaining(Object.keys(titles)));
  expect(aired.filter((line) => driving.test(line))).toEqual([]);
  expect(station.lines.filter((line) => driving.test(line))).toEqual([]);
});
