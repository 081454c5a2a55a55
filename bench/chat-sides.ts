import type { Browser, Page } from "playwright-core";
import { startDemoStation } from "./demo-station.ts";
import type { ChatState, KeptState } from "./chat-page.ts";
import { loungeUser, startTheLounge } from "./the-lounge.ts";

/** A chat on an IRC channel: the page, and the processes that serve it. */
export interface ChatSide extends AsyncDisposable {
  readonly channel: string;
  readonly url: string;
  readonly look: ChatState;
  /** Browser state of a visitor who has joined or signed in. */
  readonly state: KeptState;
  /** The process that serves page and chat; it may have children. */
  readonly serverPid: number;
  /** The root process of the whole program. */
  readonly wholePid: number;
}

/** A station on air with its bot in a channel of that server, and a visitor who has joined the chat. */
export async function startOwnSide(browser: Browser, ircPort: number): Promise<ChatSide> {
  const channel = "#station";
  const station = await startDemoStation({
    IRC_LISTEN_PORT: "off",
    IRC_SERVER: "127.0.0.1",
    IRC_PORT: String(ircPort),
    IRC_TLS: "off",
    IRC_CHANNEL: channel,
  });
  await using started = new AsyncDisposableStack();
  started.use(station);
  const state = await visit(browser, station.webUrl, async (page) => {
    await page.getByLabel("Your name in the chat").fill("listener");
    await page.getByRole("button", { name: "Join Chat" }).click();
    // The input is disabled while the bot is joining.
    await page.locator('input[aria-label="Message"]:enabled').waitFor();
  });
  const serverPid = station.parts().server;
  if (serverPid === undefined) throw new Error("the station has no server");
  started.move();
  return {
    channel,
    url: station.webUrl,
    look: {
      log: '[role="log"]',
      usable: ['input[aria-label="Message"]:enabled', '[role="log"] [data-chat-item]'],
    },
    state,
    serverPid,
    wholePid: station.launcherPid,
    [Symbol.asyncDispose]: () => station[Symbol.asyncDispose](),
  };
}

/** The Lounge with a user who has signed in and opened a channel of that server. */
export async function startLoungeSide(browser: Browser, ircPort: number): Promise<ChatSide> {
  const channel = "#lounge";
  const lounge = await startTheLounge({ ircPort, channel });
  await using started = new AsyncDisposableStack();
  started.use(lounge);
  const state = await visit(browser, lounge.url, async (page) => {
    await page.locator("#signin-username").fill(loungeUser.name);
    await page.locator("#signin-password").fill(loungeUser.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    // Set only once it has joined.
    const joined = `.channel-list-item[data-name="${channel}"]:not(.parted-channel)`;
    await page.locator(joined).click();
    await page.locator(`.chat-view[aria-label="${channel}"]`).waitFor();
  });
  started.move();
  return {
    channel,
    url: lounge.url,
    look: {
      log: '.chat-view[data-type="channel"] [role="log"]',
      usable: ["#submit:enabled", '.chat-view[data-type="channel"] [role="log"] .msg'],
    },
    state,
    serverPid: lounge.pid,
    wholePid: lounge.pid,
    [Symbol.asyncDispose]: () => lounge[Symbol.asyncDispose](),
  };
}

/** @returns the browser state after the visit */
async function visit(
  browser: Browser,
  url: string,
  enter: (page: Page) => Promise<void>,
): Promise<KeptState> {
  await using context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await enter(page);
  return await context.storageState();
}
