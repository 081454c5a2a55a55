import { chatMessageSchema, chatSanctionSchema, commentsSchema } from "@neonrelay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { TestSocket } from "../../server/src/socket/test-socket.ts";
import { ChatGuest } from "../src/chat-guest.ts";
import { visitIrc } from "../src/irc-visit.ts";
import { TestStation, until, type Visitor } from "../src/test-station.ts";

let station: TestStation;
let operator: Visitor;
let channel: string;
beforeAll(async () => {
  station = await TestStation.start();
  operator = await station.operator();
  channel = new URL(station.ircUrl).hash;
});
afterAll(() => station?.[Symbol.asyncDispose]());

async function history() {
  const { body } = await operator.call("GET", "/api/chat");
  return z.array(chatMessageSchema).parse(body);
}

/** Whether a socket message is that line. */
const isSaying =
  (line: string) =>
  ({ data }: { readonly data: unknown }): boolean =>
    Object(data).message === line;

const visit = (nick: string) =>
  visitIrc({ ircUrl: station.ircUrl, nick, isOperator: nick === "keeper" });

test("a browser's message appears on IRC, and an IRC message in every browser, once each", async () => {
  using ann = await visit("ann");
  const owl = new ChatGuest(station.webUrl, "nightowl");
  using page = await owl.join();
  using other = await TestSocket.connect(station.webUrl);

  await ann.until(/:nightowl!\S+ JOIN /);
  expect(await owl.say("привет, <b>Neon</b>")).toBe(200);
  await ann.until(/:nightowl!\S+ PRIVMSG #\S+ :привет, <b>Neon<\/b>$/);
  ann.send(`PRIVMSG ${channel} :hello web`);
  for (const socket of [page, other]) await socket.nextOf("chat_message", isSaying("hello web"));

  const said = (await history()).map(({ username, message }) => `${username}: ${message}`);
  expect(said.filter((line) => line.endsWith("hello web"))).toEqual(["ann: hello web"]);
  expect(said.filter((line) => line.includes("привет"))).toEqual(["nightowl: привет, <b>Neon</b>"]);
});

test("a long line in any script reaches IRC whole, and no IRC line is too long", async () => {
  using ann = await visit("anna");
  const owl = new ChatGuest(station.webUrl, "longowl");
  using _page = await owl.join();
  const words = "дорогие слушатели ".repeat(20).trim();

  expect(await owl.say(words)).toBe(200);

  const lines: string[] = [];
  await until("all of it has come", async () => {
    lines.push(...(await ann.sync()));
    return spokenIn(lines).replaceAll(/\s+/g, " ").trim() === words;
  });
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(510);
});

async function sanctions() {
  const { body } = await operator.call("GET", "/api/chat/sanctions");
  return z.array(chatSanctionSchema).parse(body);
}

const spokenIn = (lines: readonly string[]): string =>
  lines.map((line) => / PRIVMSG #\S+ :(.*)$/.exec(line)?.[1] ?? "").join(" ");

test("a mute set on IRC applies to the person in the browser, and so does its end", async () => {
  using keeper = await visit("keeper");
  const owl = new ChatGuest(station.webUrl, "loudowl");
  using _page = await owl.join();
  expect(await owl.say("before")).toBe(200);

  keeper.send(`MODE ${channel} +b ~m:loudowl!*@*`);
  await until("it holds", async () => (await sanctions()).length === 1);
  expect(await owl.say("between")).toBe(403);
  keeper.send(`MODE ${channel} -b ~m:loudowl!*@*`);
  await until("it has ended", async () => (await sanctions()).length === 0);
});

test("a user who parts on IRC sees it, and so do the others", async () => {
  using ann = await visit("leaver");
  using bob = await visit("watcher");

  ann.send(`PART ${channel} :bye`);

  await ann.until(/:leaver!\S+ PART #\S+ :?bye/);
  await bob.until(/:leaver!\S+ PART #\S+ :?bye/);
});

test("a comment keeps its lines, has replies, and takes one like per person, which can be withdrawn", async () => {
  const [ann, bob] = [station.visitor(), station.visitor()];
  const written = await ann.call("POST", "/api/comments", {
    content: "first line\nsecond <i>line</i>",
  });
  const { id } = z.object({ id: z.string() }).parse(written.body);

  await bob.call("POST", `/api/comments/${id}/replies`, { content: "so it is" });
  const likes = async () => (await comments(bob))[0]?.likes;
  await bob.call("POST", `/api/comments/${id}/like`);
  await bob.call("POST", `/api/comments/${id}/like`);
  expect(await likes()).toBe(1);
  await bob.call("DELETE", `/api/comments/${id}/like`);
  expect(await likes()).toBe(0);

  const [comment] = await comments(ann);
  expect(comment).toMatchObject({ content: "first line\nsecond <i>line</i>" });
  expect(comment?.replies.map(({ content }) => content)).toEqual(["so it is"]);
  expect((await bob.call("DELETE", `/api/comments/${id}`)).status).toBe(401);
  expect((await operator.call("DELETE", `/api/comments/${id}`)).status).toBe(200);
  expect(await comments(ann)).toEqual([]);
});

async function comments(visitor: Visitor) {
  return commentsSchema.parse((await visitor.call("GET", "/api/comments")).body);
}
