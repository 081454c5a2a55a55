import { fork } from "node:child_process";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { launchChromium } from "@neonrelay/test-station/browser";
import { startNgircd } from "../packages/irc/src/test-ngircd.ts";
import { projectRoot } from "../scripts/stage.ts";
import { messageOf } from "./api.ts";
import { browserPidOf, ChatPage, type PageWork } from "./chat-page.ts";
import {
  arrivalOf,
  newestShown,
  sideRows,
  type RoundFigures,
  type SaidLine,
} from "./chat-rules.ts";
import { startLoungeSide, startOwnSide, type ChatSide } from "./chat-sides.ts";
import { speakerAnswerSchema, type SpeakerCommand } from "./chat-speaker.ts";
import type { BenchOptions, BenchResult } from "./main.ts";
import { treeCpuSecondsOf, treeMemoryMibOf } from "./process-figures.ts";

/** Upper bound for a round of both sides. */
const ROUND_MINUTES = 2;
const USUAL_ROUNDS = 5;
/** More than either page shows at first. */
const LINES_BEFORE = 250;
/** Time for loading and caching after the page is usable. */
const SETTLING_MS = 5000;
const SILENT_MS = 8000;
const TALK = { lines: 400, perSecond: 20 };
const BURST = { lines: 1000, perSecond: null };
/** Lines of the burst that any page should show at its end. */
const NEWEST = 100;

interface Speaker extends Disposable {
  say(talk: {
    readonly lines: number;
    readonly perSecond: number | null;
  }): Promise<readonly SaidLine[]>;
}

interface Table {
  readonly side: ChatSide;
  readonly speaker: Speaker;
  readonly figures: RoundFigures[];
}

/** The station's chat page next to The Lounge's, alternating, each on its own channel of the same ngircd. */
export async function benchChat({ minutes }: BenchOptions): Promise<BenchResult> {
  const rounds = minutes === null ? USUAL_ROUNDS : Math.max(1, Math.floor(minutes / ROUND_MINUTES));
  // Speakers are silent while the other side is measured, and answer no PING.
  await using ngircd = await startNgircd({ limits: ["PingTimeout = 3600"] });
  await using started = new AsyncDisposableStack();
  const browser = await launchChromium();
  started.defer(() => browser.close());
  const lounge = started.use(await startLoungeSide(browser, ngircd.port));
  const own = started.use(await startOwnSide(browser, ngircd.port));
  await browser.close();
  const tables: Table[] = [];
  for (const side of [own, lounge]) {
    const speaker = started.use(await openSpeaker(ngircd.port, side.channel));
    await speaker.say({ lines: LINES_BEFORE, perSecond: null });
    tables.push({ side, speaker, figures: [] });
  }
  for (let round = 0; round < rounds; round += 1)
    for (const { side, speaker, figures } of tables) figures.push(await playRound(side, speaker));
  const [ownRounds = [], otherRounds = []] = tables.map(({ figures }) => figures);
  return {
    rows: sideRows(ownRounds, otherRounds),
    aim: `a fresh browser for each of ${rounds} rounds by turns, which opens the whole dashboard or The Lounge; the server of the station does more than the chat`,
    broken: [],
  };
}

async function openSpeaker(port: number, channel: string): Promise<Speaker> {
  const child = fork(path.join(projectRoot, "bench/chat-speaker.ts"));
  const ask = async (command: SpeakerCommand): Promise<readonly SaidLine[]> => {
    child.send(command);
    return speakerAnswerSchema.parse(await messageOf(child));
  };
  await ask({ kind: "join", port, channel, nick: `talker-${channel.slice(1)}` });
  return {
    say: (talk) => ask({ kind: "say", ...talk }),
    [Symbol.dispose]: () => {
      if (child.connected) child.disconnect();
    },
  };
}

/** One browser session: open the page, then silence, talk, and a burst of lines. */
async function playRound(side: ChatSide, speaker: Speaker): Promise<RoundFigures> {
  const browser = await launchChromium();
  try {
    const browserPid = await browserPidOf(browser);
    const page = await ChatPage.open(browser, side);
    const usableMs = await page.usableAfterMs();
    await delay(SETTLING_MS);
    const scripts = page.scriptBytes;
    const costs = { page, side, browserPid };
    const silence = await costOf(costs, () => delay(SILENT_MS));
    const talk = await costOf(costs, () => speaker.say(TALK));
    const talked = arrivalOf(talk.done, await page.arrivals(talk.done));
    const burst = await costOf(costs, async () => {
      const said = await speaker.say(BURST);
      return { said, arrivals: await page.arrivals(said) };
    });
    // Measured some time after the last line.
    const more = (figureOf: (cost: Cost<unknown>) => number): number =>
      figureOf(burst) - (figureOf(silence) * burst.seconds) / silence.seconds;
    const poured = arrivalOf(burst.done.said, burst.done.arrivals);
    const shown = await page.shownMarks();
    const heap = await page.heap();
    return {
      "from navigation to a usable chat, ms": usableMs,
      "scripts as delivered, KiB": scripts.delivered / 1024,
      "scripts unpacked, KiB": scripts.unpacked / 1024,
      ...rateFigures("no lines", silence),
      [`${talkName}: from saying to the page, p50 ms`]: talked.p50Ms,
      [`${talkName}: from saying to the page, p99 ms`]: talked.p99Ms,
      [`${talkName}: lines the page never had`]: talked.missed,
      ...rateFigures(talkName, talk),
      [`${burstName}: until the page has the last one, ms`]: poured.allMs,
      [`${burstName}: lines the page never had`]: poured.missed,
      [`${burstName}: of the newest ${NEWEST}, in the page at the end`]: newestShown(
        burst.done.said,
        { shown, newest: NEWEST },
      ),
      [`${burstName}: page's main thread, ms more than without`]: more((cost) => cost.work.allMs),
      [`${burstName}: server CPU, ms more than without`]: more((cost) => cost.serverSeconds * 1000),
      "after all lines: heap, MiB": heap.nowMib,
      "after all lines: heap without garbage, MiB": heap.neededMib,
      "after all lines: memory of the browser, MiB": treeMemoryMibOf(browserPid),
      "after all lines: memory of the server, MiB": treeMemoryMibOf(side.serverPid),
      "after all lines: memory of all processes, MiB": treeMemoryMibOf(side.wholePid),
    };
  } finally {
    await browser.close();
  }
}

const talkName = `${TALK.perSecond} lines a second`;
const burstName = `${BURST.lines} lines at once`;

interface Cost<Done> {
  readonly done: Done;
  readonly seconds: number;
  readonly work: PageWork;
  readonly browserSeconds: number;
  readonly serverSeconds: number;
  readonly wholeSeconds: number;
}

/** Cost of an action in page, browser and servers. */
async function costOf<Done>(
  {
    page,
    side,
    browserPid,
  }: { readonly page: ChatPage; readonly side: ChatSide; readonly browserPid: number },
  act: () => Promise<Done>,
): Promise<Cost<Done>> {
  const look = async () => ({
    atMs: performance.now(),
    work: await page.work(),
    browserSeconds: treeCpuSecondsOf(browserPid),
    serverSeconds: treeCpuSecondsOf(side.serverPid),
    wholeSeconds: treeCpuSecondsOf(side.wholePid),
  });
  const before = await look();
  const done = await act();
  const after = await look();
  return {
    done,
    seconds: (after.atMs - before.atMs) / 1000,
    work: {
      allMs: after.work.allMs - before.work.allMs,
      layoutMs: after.work.layoutMs - before.work.layoutMs,
    },
    browserSeconds: after.browserSeconds - before.browserSeconds,
    serverSeconds: after.serverSeconds - before.serverSeconds,
    wholeSeconds: after.wholeSeconds - before.wholeSeconds,
  };
}

function rateFigures(when: string, cost: Cost<unknown>): RoundFigures {
  const percent = (seconds: number): number => (seconds * 100) / cost.seconds;
  return {
    [`${when}: page's main thread, % of a core`]: percent(cost.work.allMs / 1000),
    [`${when}: of it layout and style, % of a core`]: percent(cost.work.layoutMs / 1000),
    [`${when}: browser CPU, % of a core`]: percent(cost.browserSeconds),
    [`${when}: server CPU, % of a core`]: percent(cost.serverSeconds),
    [`${when}: CPU of all processes, % of a core`]: percent(cost.wholeSeconds),
  };
}
