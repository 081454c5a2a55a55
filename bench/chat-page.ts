import { setTimeout as delay } from "node:timers/promises";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import * as z from "zod";
import type { SaidLine } from "./chat-rules.ts";
import { heapMib } from "./web-heap.ts";

/** CSS selectors of a page's chat. */
export interface ChatState {
  /** Container of the lines. */
  readonly log: string;
  /** All present once a visitor can read and write. */
  readonly usable: readonly string[];
}

/** Browser state of a returning visitor. */
export type KeptState = Awaited<ReturnType<BrowserContext["storageState"]>>;

const VIEWPORT = { width: 1440, height: 900 };
const USABLE_LIMIT_MS = 60_000;
const ARRIVAL_LIMIT_MS = 180_000;
/** After this long without a line, no more will come. */
const QUIET_MS = 5000;
const CHECK_INTERVAL_MS = 500;

const noteSchema = z.object({
  /** From the start of navigation; null: not yet. */
  usableAtMs: z.nullable(z.number()),
  /** When the last new line appeared, in ms since 1970. */
  lastAtMs: z.number(),
  /** By the line's mark, in ms since 1970. */
  seenAtMs: z.record(z.string(), z.number()),
});

/**
 * Work of the page's main thread since it was opened, in ms by its own clock. Chromium's script time excludes promise
 * continuations, and those are all of The Lounge's rendering.
 */
export interface PageWork {
  readonly allMs: number;
  /** Layout and style recalculation. */
  readonly layoutMs: number;
}

/** A chat page that records when a line enters its DOM. */
export class ChatPage {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #look: ChatState;
  readonly #scripts = { delivered: 0, unpacked: 0 };

  private constructor(page: Page, session: CDPSession, look: ChatState) {
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

  /** Opens it as a returning visitor, with an empty cache. Closing the browser closes it. */
  static async open(
    browser: Browser,
    {
      url,
      look,
      state,
    }: { readonly url: string; readonly look: ChatState; readonly state: KeptState },
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

  /** @returns ms from the start of navigation until the chat is readable and writable */
  async usableAfterMs(): Promise<number> {
    const limitAtMs = performance.now() + USABLE_LIMIT_MS;
    for (;;) {
      const { usableAtMs } = await this.#note();
      if (usableAtMs !== null) return usableAtMs;
      if (performance.now() > limitAtMs)
        throw new Error(`a page had no ${this.#look.usable.join(" with ")} in time`);
      await delay(CHECK_INTERVAL_MS);
    }
  }

  /** Script bytes loaded so far, excluding workers. */
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

  /** Waits until the page has all of these lines, or no more come. @returns when each first appeared */
  async arrivals(said: readonly SaidLine[]): Promise<Readonly<Record<string, number>>> {
    const [first] = said;
    const limitAtMs = Date.now() + ARRIVAL_LIMIT_MS;
    for (;;) {
      const { seenAtMs, lastAtMs } = await this.#note();
      const isOver =
        first !== undefined && lastAtMs >= first.atMs && Date.now() - lastAtMs >= QUIET_MS;
      if (isOver || said.every(({ mark }) => seenAtMs[mark] !== undefined)) return seenAtMs;
      if (Date.now() > limitAtMs) throw new Error("lines did not come to an end in a page");
      await delay(CHECK_INTERVAL_MS);
    }
  }

  /** Marks of the lines now in the page. */
  async shownMarks(): Promise<readonly string[]> {
    const text = await this.#page.evaluate(
      (log) => document.querySelector(log)?.textContent ?? "",
      this.#look.log,
    );
    return [...text.matchAll(/mark-\d+/g)].map(([mark]) => mark);
  }

  /** The page's script heap in MiB, now and after garbage collection. */
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

/** The browser's root process. */
export async function browserPidOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const pid = processInfo.find(({ type }) => type === "browser")?.id;
  if (pid === undefined) throw new Error("the browser does not say which process it is");
  return pid;
}

/** Runs in the page. */
function recordLines({ log, usable }: ChatState): void {
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
