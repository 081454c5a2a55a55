// @module-tag chromium-headless-shell
// @module-tag ffmpeg
import { chatSanctionSchema, ircStatusSchema } from "@neonrelay/contract";
// An independent client on the other side; the web and the station know nothing of it.
import { LineClient } from "../../irc/src/test-line-client.ts";
import type { Browser, Page, Route } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { axeViolations } from "../src/axe.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { setUpBrowserSuite } from "../src/browser-suite.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";
import { testAdmin, TestStation, until, type Visitor } from "../src/test-station.ts";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** A phone's screen above the software keyboard. */
const OVER_KEYBOARD = { width: 390, height: 480 };
const SEND = "**/api/chat/send";
/** Minimum time between a visitor's messages. */
const SEND_INTERVAL_MS = 1000;

let station: TestStation;
let operator: Visitor;
let browser: Browser;
let channel: string;

setUpBrowserSuite(async (suite) => {
  station = suite.open.use(await TestStation.start());
  operator = await station.operator();
  channel = new URL(station.ircUrl).hash;
  browser = await suite.browser(launchHeadlessShell);
});

/** Resets chat and sanctions. Visitors of the previous test may stay in the channel for a while. */
beforeEach(async () => {
  await operator.call("POST", "/api/chat/clear");
  const { body } = await operator.call("GET", "/api/chat/sanctions");
  for (const { id } of z.array(chatSanctionSchema).parse(body))
    await operator.call("DELETE", `/api/chat/sanctions/${id}`);
});

test("a visitor joins the chat and talks with a user on IRC", async () => {
  await until("the bot is alone", async () => {
    const status = await operator.call("GET", "/api/irc/status");
    return ircStatusSchema.parse(status.body).userCount === 1;
  });
  const page = await open({ ...WIDE, hasOwnClock: true });
  using maria = await enter("maria");
  await page.getByRole("heading", { name: "Join IRC Chat" }).waitFor();
  await page.getByRole("heading", { name: channel }).waitFor();
  maria.send(`PRIVMSG ${channel} :read before a name is chosen`);
  await page.getByRole("log").getByText("read before a name is chosen").waitFor();
  const name = page.getByLabel("Your name in the chat");

  await name.fill("! x");
  await page.getByRole("button", { name: "Join Chat" }).click();
  await toast(page, "Invalid Username", "Username must be at least 2 characters long");
  const atField = page.locator("form").getByRole("alert");
  expect(await atField.textContent()).toBe("Username must be at least 2 characters long");
  const part = page.getByRole("tabpanel", { name: "IRC Chat" });
  expect(await axeViolations(page, { part })).toEqual([]);
  await name.fill("Игорь");
  await atField.getByText("A name has 2 to 20 of the letters A to Z").waitFor();
  await page.getByRole("button", { name: "Igor" }).waitFor();
  expect([await name.inputValue(), await axeViolations(page, { part })]).toEqual(["Игорь", []]);
  await name.fill("night owl!");
  expect(await name.inputValue()).toBe("nightowl");
  await name.press("Enter");
  await toast(page, "Username Set", "You can now chat as nightowl");
  const field = page.getByRole("combobox", { name: "Message" });
  await field.and(page.locator(":focus")).waitFor();
  await maria.until(/^:nightowl!.* JOIN /);
  await page.getByText("Connected users: 3").waitFor();
  await page.getByRole("heading", { name: channel }).waitFor();
  await page.getByText(/online$/).waitFor();

  const footer = page.getByRole("region", { name: "IRC status" });
  await footer.getByText("IRC bot connected").waitFor();
  await footer.getByText(`${channel} · 3 users online`).waitFor();
  await footer.getByText("Type .request and a song to hear it.").waitFor();
  // Stops the page's clock while the limit is tested.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  // The answer comes late, so that its toast does not replace the refusal.
  const answer = Promise.withResolvers<void>();
  await page.route(
    SEND,
    async (route) => {
      await answer.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await say(page, "  what a <b>track</b>  ");
  await say(page, "too soon");
  await toast(page, "Too Fast", "Please wait before sending another message");
  await page.getByPlaceholder("Sending…").waitFor();
  answer.resolve();
  await toast(page, "Message Sent");
  await maria.until(/^:nightowl!.* PRIVMSG \S+ :what a <b>track<\/b>$/);
  const send = page.getByLabel("Send message");
  await page.clock.runFor(SEND_INTERVAL_MS);
  await send.and(page.locator(":enabled")).waitFor();
  // As if another of the visitor's pages had just sent something.
  await page.route(SEND, refuseTooFast, { times: 1 });
  await field.press("Enter");
  await toast(page, "Too Fast", "Please wait before sending another message");
  // Lets the page update; the button stays disabled for a second.
  await page.clock.runFor(SEND_INTERVAL_MS / 2);
  await expect.poll(() => field.inputValue()).toBe("too soon");
  await send.and(page.locator(":disabled")).waitFor();
  await page.clock.resume();
  await send.and(page.locator(":enabled")).waitFor();
  maria.send(
    `PRIVMSG ${channel} :NightOwl: see https://example.org/a, it is \u0002bold\u0002 and \u00031,2dark\u0003`,
    `PRIVMSG ${channel} :\u0001ACTION waves\u0001`,
    `TOPIC ${channel} :Neon nights`,
  );
  const log = page.getByRole("log");
  await log.getByText("waves").waitFor();
  const link = log.getByRole("link", { name: "https://example.org/a" });
  expect(await link.getAttribute("rel")).toBe("noopener nofollow ugc");
  const weight = await log.getByText("bold", { exact: true }).evaluate(weightOf);
  expect(weight).toBe("700");
  const own = await log.getByText("what a <b>track</b>").count();
  expect(own).toBe(1);
  expect(await log.locator("time").first().textContent()).toMatch(/^\d\d:\d\d$/);
  await page
    .locator("output")
    .getByText("maria on IRC: NightOwl: see")
    .waitFor({ state: "attached" });
  expect(await axeViolations(page, { part })).toEqual([]);
});

test("a taken name is refused at its field and stays there, with similar free names", async () => {
  const [first, page] = [await open(WIDE), await open(PHONE)];
  await join(first, "kestrel");
  const name = page.getByLabel("Your name in the chat");

  await name.fill("Kestrel");
  await name.press("Enter");
  const refusal = page.getByRole("tabpanel", { name: "IRC Chat" }).getByRole("alert");
  await refusal.getByText("This name is in use in the chat; choose another").waitFor();
  const [typed, toasts] = [await name.inputValue(), await page.locator(".toast-card").count()];
  await page.getByRole("button", { name: "Kestrel3" }).waitFor();
  await page.getByRole("button", { name: "Kestrel_" }).click();

  await toast(page, "Username Set", "You can now chat as Kestrel_");
  await page.getByRole("combobox", { name: "Message" }).and(page.locator(":focus")).waitFor();
  expect([typed, toasts]).toEqual(["Kestrel", 0]);
});

test("Tab completes nicks, a dot lists the bot's commands, and the bot answers", async () => {
  const page = await open(PHONE);
  using maria = await enter("marianne");
  await join(page, "foxy");
  await maria.until(/^:foxy!.* JOIN /);
  const field = page.getByRole("combobox", { name: "Message" });
  await page.getByRole("button", { name: "Users", exact: true }).click();
  const users = page.getByRole("list", { name: "Users" });
  await users.getByText("marianne").waitFor();
  const web = users.getByRole("listitem").filter({ hasText: "foxy" });
  await web.getByText("WEB", { exact: true }).waitFor();
  const part = page.getByRole("tabpanel", { name: "IRC Chat" });
  expect(await axeViolations(page, { part })).toEqual([]);
  await page.getByRole("button", { name: "Messages", exact: true }).click();

  await field.pressSequentially("MARIANN");
  await field.press("Tab");
  expect(await field.inputValue()).toBe("marianne: ");
  await field.fill(".");
  await page.getByRole("option", { name: /^\.request/ }).waitFor();
  expect(await axeViolations(page, { part })).toEqual([]);
  await page.emulateMedia({ forcedColors: "active" });
  const commands = page.getByRole("listbox", { name: "Bot commands" });
  const chosen = commands.getByRole("option", { selected: true });
  expect(await chosen.evaluate((option) => getComputedStyle(option).outlineStyle)).toBe("solid");
  await page.emulateMedia({ forcedColors: "none" });
  await field.pressSequentially("hel");
  await field.press("Enter");
  await field.press("Enter");
  await page
    .getByRole("log")
    .getByText(/\.request/)
    .first()
    .waitFor();
  await field.fill("é".repeat(310));

  await page.getByText("90 left · about 2 lines on IRC (620 bytes)").waitFor();
  expect(await field.getAttribute("maxlength")).toBe("400");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await page.setViewportSize(OVER_KEYBOARD);
  await page.getByRole("navigation", { name: "Main" }).waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Open the dashboard" }).waitFor();
  await until("the field is above the keyboard, with room to read", async () => {
    const fieldBox = await field.boundingBox();
    const logBox = await page.getByRole("log").boundingBox();
    const isAbove = fieldBox !== null && fieldBox.y + fieldBox.height < OVER_KEYBOARD.height;
    return isAbove && logBox !== null && logBox.height > 60;
  });
  expect(await axeViolations(page)).toEqual([]);
  await field.fill("from the phone");
  await page.getByLabel("Send message").and(page.locator(":enabled")).click();
  await page.getByPlaceholder("Sent", { exact: true }).waitFor();
  await page.getByRole("log").getByText("from the phone").waitFor();
  await until("the toast is below the chat's header", async () => {
    const toastBox = await page.locator(".toast-card").boundingBox();
    const heading = await page.getByRole("heading", { name: channel }).boundingBox();
    return toastBox !== null && heading !== null && toastBox.y > heading.y + heading.height;
  });
  await page.setViewportSize(PHONE);
  await page.getByRole("navigation", { name: "Main" }).waitFor();
});

test("an IRC command stays in the field with the reason, and /nick changes the name", async () => {
  const page = await open(WIDE);
  using maria = await enter("maria");
  await join(page, "harrier");
  const field = page.getByRole("combobox", { name: "Message" });
  const alert = page.getByRole("tabpanel", { name: "IRC Chat" }).getByRole("alert");
  let sent = 0;
  await page.route(SEND, async (route) => {
    sent += 1;
    await route.continue();
  });

  await say(page, "/msg NickServ IDENTIFY hunter2secret");
  await alert.getByText("which has no private messages").waitFor();
  const kept = [await field.inputValue(), sent];
  await say(page, "/nick maria");
  await alert.getByText("This name is in use in the chat; choose another").waitFor();
  const refused = await field.inputValue();
  await say(page, "/nick osprey");
  await toast(page, "Username Set", "You can now chat as osprey");
  await say(page, "//hello");

  await maria.until(/^:osprey!\S+ PRIVMSG \S+ :\/hello$/);
  expect(kept).toEqual(["/msg NickServ IDENTIFY hunter2secret", 0]);
  expect(refused).toBe("/nick maria");
});

test("messages that arrive while the visitor reads older ones, or another tab, are counted", async () => {
  const page = await open(PHONE);
  using maria = await enter("talker");
  await join(page, "reader");
  await maria.until(/^:reader!.* JOIN /);
  const log = page.getByRole("log");
  const long = "and on ".repeat(55);
  for (const line of [1, 2, 3, 4]) maria.send(`PRIVMSG ${channel} :line ${line} ${long}`);
  await log.getByText("line 4").waitFor();
  await page.getByRole("button", { name: /Jump to latest/ }).waitFor({ state: "detached" });
  const newest = log.getByRole("listitem").last();
  await until("the newest is in view to its end", async () => {
    const [line, shown] = [await newest.boundingBox(), await log.boundingBox()];
    if (line === null || shown === null) return false;
    return line.y + line.height < shown.y + shown.height + 1;
  });

  await newest.focus();
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: "Jump to latest", exact: true }).waitFor();
  maria.send(`PRIVMSG ${channel} :news for readers`);
  const jump = page.getByRole("button", { name: "Jump to latest (1)" });
  await jump.waitFor();
  await jump.click();
  await jump.waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Comments" }).click();
  await page.getByRole("tab", { name: "Comments", selected: true }).waitFor();
  maria.send(`PRIVMSG ${channel} :news for others`);
  await page.getByRole("tab", { name: "IRC Chat , 1 unread" }).waitFor();
  await page.keyboard.press("ArrowLeft");

  await log.getByText("news for others").waitFor();
  await page.getByRole("tab", { name: "IRC Chat", exact: true }).waitFor();
});

test("an operator on IRC kicks a web user, who sees the reason and can return later", async () => {
  const page = await open(WIDE);
  using operator = await enterAsOperator("boss");
  await join(page, "rowdy");
  await operator.until(/^:rowdy!.* JOIN /);
  const notice = page.getByText("You were kicked from the channel by boss on IRC (calm down)");
  const field = page.getByRole("combobox", { name: "Message" });

  operator.send(`KICK ${channel} rowdy :calm down`);
  await notice.waitFor();
  await page.getByText(/^Until \d\d:\d\d$/).waitFor();
  // First of all, since the kick only lasts half a minute.
  await page.reload();
  await notice.waitFor();
  const isOff = await field.isDisabled();
  await page.getByText(/1 kicked/).click();
  await page.getByText("rowdy was kicked by boss (calm down)").waitFor();
  const part = page.getByRole("tabpanel", { name: "IRC Chat" });
  const violations = await axeViolations(page, { part });
  const comeBack = async () => {
    if (await notice.isVisible()) await page.getByRole("button", { name: "Join again" }).click();
    return await field.and(page.locator(":enabled")).isVisible();
  };

  await expect.poll(comeBack, { interval: 2000 }).toBe(true);
  expect(isOff).toBe(true);
  expect(violations).toEqual([]);
});

test("a moderator deletes, mutes, lifts and clears, and a name returns with its page", async () => {
  const moderator = await open(WIDE);
  const page = await open(PHONE);
  await signIn(moderator);
  await join(moderator, "admin");
  await join(page, "spammer");
  await say(page, "buy things");
  const line = moderator.getByRole("log").getByRole("listitem").filter({ hasText: "buy things" });
  const deletion = moderator.getByRole("menuitem", { name: "Delete Message" });
  await until("the menu of the line is open", async () => {
    if (await deletion.isVisible()) return true;
    await line.hover();
    // A leaving user of another test may shift this line from under the pointer: retry.
    const opening = line.getByRole("button", { name: "Moderate spammer" });
    await opening.click({ timeout: 2000 }).catch(() => {});
    return false;
  });
  // More lines than fit: an open menu stays while the chat below it moves on.
  using talker = await enter("longtalker");
  for (let count = 1; count <= 3; count += 1)
    talker.send(`PRIVMSG ${channel} :long line ${count} ${"and on ".repeat(55)}`);
  await moderator.getByText("long line 3").waitFor();
  const part = moderator.getByRole("tabpanel", { name: "IRC Chat" });
  expect(await axeViolations(moderator, { part })).toEqual([]);
  await deletion.click();
  await page.getByText("buy things").waitFor({ state: "detached" });

  await moderator.getByRole("button", { name: "Users", exact: true }).click();
  await moderator.getByRole("button", { name: "Moderate spammer" }).click();
  await moderator.getByRole("menuitem", { name: "Mute for 10 minutes" }).click();
  await page.getByText("You were muted by admin").waitFor();
  await page.getByRole("combobox", { name: "Message" }).fill("more things");
  const send = page.getByRole("button", { name: "Send message" });
  await send.click();
  await toast(page, "Send Failed", "Failed to send message to IRC");
  await moderator.getByRole("button", { name: "Lift the mute of spammer" }).click();
  await moderator.getByText("No one is muted or banned.").waitFor();
  await moderator.getByRole("button", { name: "Clear", exact: true }).click();
  await moderator.getByRole("button", { name: "Clear Chat" }).click();
  await toast(moderator, "Chat Cleared");

  await page.reload();
  await page.getByText("You chat as spammer").waitFor();
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByLabel("Your name in the chat").and(page.locator(":focus")).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("irc_username"))).toBeNull();
});

test("while the bot is disconnected the chat shows the reason and accepts no messages", async () => {
  const context = await browser.newContext({ viewport: WIDE, ...plainVisitor });
  const page = await context.newPage();
  const status = {
    connected: false,
    server: "irc.example.org:6697",
    channels: [],
    userCount: 0,
    lastActivity: null,
    reason: "The server is full",
  };
  // HTTP calls return the same state as the socket.
  await page.route("**/api/irc/status", (route) => route.fulfill({ json: status }));
  await page.routeWebSocket("**/ws", (socket) => {
    socket.connectToServer().onMessage((frame) => {
      const isStatus = frame.toString().startsWith('{"type":"irc_status"');
      socket.send(isStatus ? JSON.stringify({ type: "irc_status", data: status }) : frame);
    });
  });
  await page.goto(station.webUrl);
  await join(page, "waiting");
  const words = "You are waiting. Messages cannot be sent while IRC is disconnected.";
  await toast(page, "Username Set", words);

  await page.getByText("IRC bot disconnected - messages cannot be sent").waitFor();
  await page.getByRole("heading", { name: "Disconnected" }).waitFor();
  await page.getByRole("alert").getByText("The server is full").waitFor();
  const footer = page.getByRole("region", { name: "IRC status" });
  await footer.getByText("IRC bot disconnected").waitFor();
  await footer.getByText("The server is full").waitFor();
  expect(await page.getByRole("combobox", { name: "Message" }).isDisabled()).toBe(true);
  const part = page.getByRole("tabpanel", { name: "IRC Chat" });
  expect(await axeViolations(page, { part })).toEqual([]);
});

async function open({
  hasOwnClock,
  ...viewport
}: {
  readonly width: number;
  readonly height: number;
  /** The test can stop its clock. */
  readonly hasOwnClock?: true;
}): Promise<Page> {
  const context = await browser.newContext({ viewport, ...plainVisitor });
  const page = await context.newPage();
  if (hasOwnClock === true) await page.clock.install();
  await page.goto(station.webUrl);
  return page;
}

async function join(page: Page, name: string): Promise<void> {
  await page.getByLabel("Your name in the chat").fill(name);
  await page.getByRole("button", { name: "Join Chat" }).click();
  await page.getByRole("combobox", { name: "Message" }).waitFor();
}

async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole("combobox", { name: "Message" });
  await field.fill(text);
  await field.press("Enter");
}

async function toast(page: Page, title: string, text?: string): Promise<void> {
  const card = page.locator(".toast-card").filter({ hasText: title });
  await (text === undefined ? card : card.filter({ hasText: text })).waitFor();
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Guest" }).click();
  await page.getByLabel("Username", { exact: true }).fill(testAdmin.username);
  await page.getByLabel("Password", { exact: true }).fill(testAdmin.password);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

async function enter(nick: string): Promise<LineClient> {
  const client = await LineClient.register({ port: Number(new URL(station.ircUrl).port), nick });
  client.send(`JOIN ${channel}`);
  await client.sync();
  return client;
}

/** Logged in with a moderator's account, which is an operator of the channel. */
async function enterAsOperator(nick: string): Promise<LineClient> {
  const client = await LineClient.connect({ port: Number(new URL(station.ircUrl).port) });
  const { username, password } = testAdmin;
  const login = Buffer.from(`${username}\0${username}\0${password}`).toString("base64");
  client.send("CAP REQ :sasl", `NICK ${nick}`, `USER ${nick} 0 * :${nick}`, "AUTHENTICATE PLAIN");
  client.send(`AUTHENTICATE ${login}`);
  await client.until(/ 903 /);
  client.send("CAP END");
  await client.until(/ (?:376|422) /);
  client.send(`JOIN ${channel}`);
  await client.sync();
  return client;
}

/** Repeats the message until the station refuses, and passes that answer to the page. */
async function refuseTooFast(route: Route): Promise<void> {
  let answer = await route.fetch();
  while (answer.ok()) answer = await route.fetch();
  await route.fulfill({ response: answer });
}

function weightOf(element: Element): string {
  return getComputedStyle(element).fontWeight;
}
