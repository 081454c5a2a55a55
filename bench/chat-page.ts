import { setTimeout as delay } from "node:timers/promises";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import * as z from "zod";
import type { SaidLine } from "./chat-rules.ts";
import { heapMib } from "./web-heap.ts";

/** Where a page has its chat, as CSS selectors. */
export interface ChatLook {
  /** What the lines are in. */
  readonly log: string;
  /** Each is there once a visitor can read and write. */
  readonly usable: readonly string[];
}

/** What a browser keeps of a visitor who has been here before. */
export type KeptState = Awaited<ReturnType<BrowserContext["storageState"]>>;

const VIEWPORT = { width: 1440, height: 900 };
const USABLE_LIMIT_MS = 60_000;
const ARRIVAL_LIMIT_MS = 180_000;
/** No line for so long: no further one comes. */
const QUIET_MS = 5000;
const LOOK_EVERY_MS = 500;

const noteSchema = z.object({
  /** Since the navigation began; null: not yet. */
  usableAtMs: z.nullable(z.number()),
  /** When a line was last seen for the first time, in ms since 1970. */
  lastAtMs: z.number(),
  /** By the mark of the line, in ms since 1970. */
  seenAtMs: z.record(z.string(), z.number()),
});

/**
 * What the page's main thread has done since it was opened, in ms by its own clock. Chromium's figure for scripts leaves
 * out what goes on after a promise, which is all that The Lounge draws.
 */
export interface PageWork {
  readonly allMs: number;
  /** Layout and style. */
  readonly layoutMs: number;
}

/** A page with a chat that notes when a line is in its DOM. */
export class ChatPage {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #look: ChatLook;
  readonly #scripts = { delivered: 0, unpacked: 0 };

  private constructor(page: Page, session: CDPSession, look: ChatLook) {
    this.#page = page;
    this.#session = session;
    this.#look = look;
    const scripts = new Set<string>();
    session.on("Network.responseReceived", ({ requestId, type }) => {
      if (type === "Script") scripts.add(requestId);
    });
    session.on("Network.dataReceived", ({ requestId, dataLength }) => {
      if (scripts.has(requestId)) this.#scripts.unpacked += dataLength;
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) this.#scripts.delivered += encodedDataLength;
    });
  }

  /** Opens it as a visitor who has been here before, with nothing in the cache. Closing the browser closes it. */
  static async open(
    browser: Browser,
    {
      url,
      look,
      state,
    }: { readonly url: string; readonly look: ChatLook; readonly state: KeptState },
  ): Promise<ChatPage> {
    const context = await browser.newContext({ viewport: VIEWPORT, storageState: state });
    const page = await context.newPage();
    await page.addInitScript(recordLines, look);
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const chat = new ChatPage(page, session, look);
    await page.goto(url);
    return chat;
  }

  /** @returns ms from the navigation's begin until the chat could be read and written in */
  async usableAfterMs(): Promise<number> {
    const limitAtMs = performance.now() + USABLE_LIMIT_MS;
    for (;;) {
      const { usableAtMs } = await this.#note();
      if (usableAtMs !== null) return usableAtMs;
      if (performance.now() > limitAtMs)
        throw new Error(`a page had no ${this.#look.usable.join(" with ")} in time`);
      await delay(LOOK_EVERY_MS);
    }
  }

  /** Bytes of the scripts that were loaded so far, without those of workers. */
  get scriptBytes(): { readonly delivered: number; readonly unpacked: number } {
    return { ...this.#scripts };
  }

  async work(): Promise<PageWork> {
    const { metrics } = await this.#session.send("Performance.getMetrics");
    const msOf = (wanted: string): number =>
      (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1000;
    return {
      allMs: msOf("TaskDuration"),
      layoutMs: msOf("LayoutDuration") + msOf("RecalcStyleDuration"),
    };
  }

  /** Waits until the page has had all of these lines, or no further one comes. @returns when it first had which */
  async arrivals(said: readonly SaidLine[]): Promise<Readonly<Record<string, number>>> {
    const [first] = said;
    const limitAtMs = Date.now() + ARRIVAL_LIMIT_MS;
    for (;;) {
      const { seenAtMs, lastAtMs } = await this.#note();
      const isOver =
        first !== undefined && lastAtMs >= first.atMs && Date.now() - lastAtMs >= QUIET_MS;
      if (isOver || said.every(({ mark }) => seenAtMs[mark] !== undefined)) return seenAtMs;
      if (Date.now() > limitAtMs) throw new Error("lines did not come to an end in a page");
      await delay(LOOK_EVERY_MS);
    }
  }

  /** The marks of the lines that are in the page now. */
  async shownMarks(): Promise<readonly string[]> {
    const text = await this.#page.evaluate(
      (log) => document.querySelector(log)?.textContent ?? "",
      this.#look.log,
    );
    return [...text.matchAll(/mark-\d+/g)].map(([mark]) => mark);
  }

  /** The heap of its scripts now, and without garbage, in MiB. */
  async heap(): Promise<{ readonly nowMib: number; readonly neededMib: number }> {
    const { usedSize } = await this.#session.send("Runtime.getHeapUsage");
    return { nowMib: usedSize / 1024 / 1024, neededMib: await heapMib(this.#session) };
  }

  async #note(): Promise<z.infer<typeof noteSchema>> {
    return noteSchema.parse(
      await this.#page.evaluate((): unknown => Reflect.get(window, "chatNote")),
    );
  }
}

/** The process of the browser that has all others below it. */
export async function browserPidOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const pid = processInfo.find(({ type }) => type === "browser")?.id;
  if (pid === undefined) throw new Error("the browser does not say which process it is");
  return pid;
}

/** Runs in the page. */
function recordLines({ log, usable }: ChatLook): void {
  const seenAtMs: Record<string, number> = {};
  const note: { usableAtMs: number | null; lastAtMs: number; readonly seenAtMs: typeof seenAtMs } =
    {
      usableAtMs: null,
      lastAtMs: 0,
      seenAtMs,
    };
  Reflect.set(window, "chatNote", note);
  const take = (text: string): void => {
    for (const [mark] of text.matchAll(/mark-\d+/g)) {
      if (seenAtMs[mark] !== undefined) continue;
      note.lastAtMs = Date.now();
      seenAtMs[mark] = note.lastAtMs;
    }
  };
  const partInLog = (added: Node): Node | null => {
    const around = added.parentElement?.closest(log) ?? null;
    if (around !== null) return added;
    if (!(added instanceof Element)) return null;
    return added.matches(log) ? added : added.querySelector(log);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const added of addedNodes) take(partInLog(added)?.textContent ?? "");
    if (note.usableAtMs === null && usable.every((each) => document.querySelector(each) !== null))
      note.usableAtMs = performance.now();
  }).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled"],
  });
}
