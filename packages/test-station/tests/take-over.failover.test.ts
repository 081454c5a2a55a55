// @module-tag chromium
// @module-tag ffmpeg
// @module-tag nginx
// @module-tag openssl
// @module-tag postgresql
import { chatMessageSchema, nowPlayingSchema, playSchema, trackSchema } from "@neonrelay/contract";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { LineClient } from "../../irc/src/test-line-client.ts";
import { BegunForm, BegunUpload, type UploadPlace } from "../src/begun-upload.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { launchChromium } from "../src/browser.ts";
import { fillChannel, sendAway, type ChannelPeople } from "../src/channel-people.ts";
import { wrongPlays } from "../src/chaos/play-rules.ts";
import { endNode, type HowItEnds } from "../src/ended-node.ts";
import { visitIrc, type IrcVisit } from "../src/irc-visit.ts";
import { ServingNode } from "../src/serving-node.ts";
import { TestNodes, type NodeName } from "../src/test-nodes.ts";
import { startTestPostgres, type TestPostgres } from "../src/test-postgres.ts";
import { scanLimit, testAdmin, until, Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";
import { Writers } from "../src/writers.ts";

/** Maximum time without a serving node, in ms: PostgreSQL drops a stopped one after 4 s. */
const limitMs = { killed: 10_000, frozen: 15_000 };
/** Wrong passwords without a delay. */
const FREE_GUESSES = 3;
const TRACKS = ["alpha", "beta", "gamma"] as const;

let music: string;
/** Uploaded files. */
let sent: string;
let postgres: TestPostgres;
let nodes: TestNodes;
let look: ServingNode;
/** By title. */
let tracks: ReadonlyMap<string, string>;
/** Plays that were cut short. */
const skipped = new Set<string>();

beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  for (const [index, title] of TRACKS.entries())
    await tone(path.join(music, `${title}.mp3`), { title, frequencyHz: 500 + 100 * index });
  sent = await mkdtemp(path.join(os.tmpdir(), "neonrelay-sent-"));
  postgres = await startTestPostgres();
  nodes = await TestNodes.start({ databaseUrl: postgres.url, musicDirs: [music] });
  look = await ServingNode.open(nodes, postgres.url);
  tracks = await until(
    "the music is in the library",
    async () => {
      const { body } = await nodes.visitor().call("GET", "/api/tracks");
      const found = z.array(trackSchema).parse(body);
      if (found.length < TRACKS.length) return undefined;
      return new Map(found.map(({ title, id }) => [title, id]));
    },
    scanLimit,
  );
});
afterAll(async () => {
  await look?.[Symbol.asyncDispose]();
  await nodes?.[Symbol.asyncDispose]();
  await postgres?.[Symbol.asyncDispose]();
  for (const folder of [music, sent]) await rm(folder, { recursive: true, force: true });
});

async function onAir() {
  return await until("a track is on air", async () => {
    const { body } = await nodes.visitor().call("GET", "/api/now-playing");
    return nowPlayingSchema.parse(body).now ?? false;
  });
}

async function tone(
  file: string,
  sound: { readonly title: string; readonly frequencyHz: number },
): Promise<void> {
  await makeTone({ file, seconds: 60, ...sound });
}

describe.each<{ readonly how: HowItEnds; readonly told: string; readonly title: string }>([
  { how: "killed", told: "is killed", title: "alpha" },
  {
    how: "frozen",
    told: "freezes with its launcher, and wakes up once another one serves",
    title: "beta",
  },
])("when the serving node $told", ({ how, title }) => {
  let url: string;
  let operator: Visitor;
  let tookMs: number;
  let writers: Writers;
  let people: ChannelPeople;
  let uploads: Uploads;
  /** Answers to the three sanctioned guests right after the next node has started. */
  let answers: readonly number[];
  /** Offset where the upload resumed. */
  let offset: number;
  /** A play skipped just before, so that the next one starts while no node serves. */
  let skippedId: string;

  beforeAll(async () => {
    const { serving, waiting } = await look.find();
    // nginx can't detect a stopped node.
    url = how === "killed" ? nodes.webUrl : nodes.urlOf(waiting);
    operator = await signIn(url);
    people = await fillChannel({ url, ircUrl: nodes.a.ircUrl, label: how });
    uploads = await beginUploads({ url, operator, how });
    for (let tried = 0; tried < FREE_GUESSES; tried += 1)
      expect(await guessPassword({ waiting, how })).toBe(401);
    expect((await request({ url, title })).status).toBe(200);
    const trackId = tracks.get("gamma") ?? "";
    writers = new Writers({ url, operator, label: how, trackId, paceMs: 200 });
    await until("writes are confirmed", () => writers.confirmed > 20);
    await sendAway(operator, people.away);

    skippedId = (await onAir()).id;
    skipped.add(skippedId);
    expect((await operator.call("POST", "/api/playback/skip", { playId: skippedId })).status).toBe(
      200,
    );
    const wake = endNode(nodes, { name: serving, how });
    tookMs = await look.untilServing(waiting);
    answers = await Promise.all(people.away.map(async (guest) => await guest.say("still here")));
    offset = await uploads.upload.goOn();
    wake();
    await look.find();
    const before = writers.confirmed;
    await until("writes are confirmed again", () => writers.confirmed > before + 10);
    const gaps = (await writers.end()).map(({ longestGapMs }) => Math.round(longestGapMs));
    console.log(
      `${how}: served again after ${Math.round(tookMs)} ms; ${writers.confirmed} writes confirmed; longest gaps ${gaps.join(" ")} ms`,
    );
  });
  afterAll(() => people?.[Symbol.dispose]());

  test("another node serves within seconds", () => {
    expect(tookMs).toBeLessThan(limitMs[how]);
  });

  test("no confirmed write is lost or doubled, and the others are refused in words", async () => {
    await writers.expectOnce();
  });

  test("IRC clients return with the same nick and find topic, modes, bans, rank and history", async () => {
    const { channel, nicks } = people;
    for (const client of people.clients) await client.untilClosed();

    using opera = await comeBack({ nick: nicks.operator, isOperator: true });
    using guest = await comeBack({ nick: nicks.guest, isOperator: false });
    using evil = await comeBack({ nick: nicks.banned, isOperator: false });
    evil.send(`JOIN ${channel}`);
    guest.send(`TOPIC ${channel}`, `MODE ${channel}`, `MODE ${channel} b`, `NAMES ${channel}`);

    expect((await evil.sync()).join("\n")).toContain(` 474 ${nicks.banned} `);
    const told = (await guest.sync()).join("\n");
    expect(told).toContain(`:topic of ${how}`);
    expect(told).toMatch(/ 324 \S+ \S+ \+\w*l\w* 55/);
    expect(told).toContain(`${nicks.banned}!*@*`);
    expect(told).toMatch(new RegExp(` 353 .*@${nicks.operator}\\b`));
    guest.send(`CHATHISTORY LATEST ${channel} * 200`);
    const said = (await guest.until(/BATCH -/)).flatMap(
      (line) => line.split(` ${channel} :`)[1] ?? [],
    );
    const own = said.filter((text) => text.startsWith(how));
    expect(new Set(own).size).toBe(own.length);
    expect(own).toEqual(expect.arrayContaining([`${how} on IRC`, `${how} 0`]));
    opera.send(`PRIVMSG ${channel} :back on IRC`);
    await guest.until(/ PRIVMSG \S+ :back on IRC/);
  });

  test("the chat lists only those who have returned, once each", async () => {
    for (const { socket } of people.sockets)
      await until("the socket has ended", () => socket.readyState === socket.CLOSED);

    using again = await people.stays.join();

    const { data } = await again.nextOf("irc_users", (message) =>
      message.data.users.some(({ nick }) => nick === people.stays.name),
    );
    const nicks = data.users.map(({ nick }) => nick);
    expect(nicks.filter((nick) => nick === people.stays.name)).toHaveLength(1);
    expect(nicks).not.toContain(people.goes.name);
    expect(new Set(nicks).size).toBe(nicks.length);
  });

  test("plays from before and during the outage are in the history once", async () => {
    const begun = await until("another track is on air", async () => {
      const now = await onAir();
      return now.id !== skippedId && now;
    });
    const plays = await until("its play is stored", async () => {
      const { body } = await nodes.visitor().call("GET", "/api/history?limit=200");
      const found = z.array(playSchema).parse(body);
      return found.some(({ startMs }) => startMs === begun.startMs) && found;
    });

    expect(wrongPlays(plays, skipped)).toEqual([]);
    expect(plays.filter(({ id }) => id === skippedId)).toHaveLength(1);
    expect(plays.filter(({ startMs }) => startMs === begun.startMs)).toHaveLength(1);
  });

  test("banned, muted and kicked people stay so", () => {
    expect(answers).toEqual([403, 403, 403]);
  });

  test("password guesses and request limits keep counting", async () => {
    const { serving } = await look.find();
    const guesses: number[] = [];
    // A busy machine may outlast the first wait, of two seconds, but not the next one too.
    while (guesses.at(-1) !== 429 && guesses.length < FREE_GUESSES)
      guesses.push(await guessPassword({ waiting: serving, how }));

    // A node that forgot the earlier ones would accept three.
    expect(guesses[0]).toBe(401);
    expect(guesses.at(-1)).toBe(429);
    expect((await request({ url, title })).body).toMatchObject({ code: "request_too_soon" });
  });

  test("an upload resumes at its byte on the next node, and an interrupted form is answered in words", async () => {
    const { upload, form, song, half } = uploads;
    const answer = await form.finish();

    expect(offset).toBeGreaterThanOrEqual(half);
    expect(await upload.untilDealtWith()).toBe("added");
    const folder = path.join(nodes.dataDir, "music/uploads");
    const files = await Promise.all(
      (await readdir(folder)).map(async (name) => await readFile(path.join(folder, name))),
    );
    expect(files.filter((file) => file.equals(song))).toHaveLength(1);
    if (answer.status !== 200)
      expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
        503,
        { code: "unavailable" },
      ]);
  });
});

test("a page keeps playing, reconnects by itself, shows what changed, and sends a line once", async () => {
  const { serving, waiting } = await look.find();
  const operator = await signIn(nodes.webUrl);
  await operator.call("PUT", "/api/radio-state", { isPlaying: true });
  await using browser = await launchChromium();
  const page = await browser.newPage(plainVisitor);
  await page.goto(nodes.webUrl);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector('[data-player-state="playing"]');
  await page.evaluate(recordInterruptions);
  await page.getByLabel("Your name in the chat").fill("Pagey");
  await page.getByRole("button", { name: "Join Chat" }).click();
  await page.getByRole("combobox", { name: "Message" }).waitFor();
  await page.getByText("Live updates: CONNECTED", { exact: true }).waitFor();
  const notice = page.getByText(/^Reconnecting to the station/);
  const noticed = notice.waitFor();

  endNode(nodes, { name: serving, how: "killed" });
  await noticed;
  await page.getByRole("combobox", { name: "Message" }).fill("typed in between");
  await page.getByRole("combobox", { name: "Message" }).press("Enter");
  await look.untilServing(waiting);
  const title = await changeTrack(operator);

  await notice.waitFor({ state: "detached" });
  await page.getByRole("log").getByText("typed in between").waitFor();
  await expect.poll(() => page.getByTestId("now-playing-title").textContent()).toBe(title);
  await page.getByRole("combobox", { name: "Message" }).fill("said afterwards");
  await page.getByLabel("Send message").click();
  await page.getByRole("log").getByText("said afterwards").waitFor();
  const { body } = await operator.call("GET", "/api/chat");
  const lines = z
    .array(chatMessageSchema)
    .parse(body)
    .map(({ message }) => message);
  expect(lines.filter((line) => line === "typed in between")).toHaveLength(1);
  expect(await page.getByRole("log").getByText("typed in between").count()).toBe(1);
  expect(await page.locator('[data-player-state="playing"]').count()).toBeGreaterThan(0);
  // A reloaded page has no such mark.
  expect(await page.locator("body[data-interruptions='0']").count()).toBe(1);
});

/** In the page: counts the player's state changes. */
function recordInterruptions(): void {
  const element = document.querySelector("[data-player-state]");
  if (element === null) throw new Error("the player is not there");
  const { dataset } = document.body;
  dataset["interruptions"] = "0";
  const note = (): void => {
    dataset["interruptions"] = String(Number(dataset["interruptions"]) + 1);
  };
  new MutationObserver(note).observe(element, { attributeFilter: ["data-player-state"] });
}

/** @returns the title of the track now on air, which was not before */
async function changeTrack(operator: Visitor): Promise<string> {
  const onAir = async () => {
    const { body } = await operator.call("GET", "/api/now-playing");
    const { now, track } = nowPlayingSchema.parse(body);
    return { playId: now?.id, title: track?.title };
  };
  const before = await onAir();
  return await until("another track plays", async () => {
    const { playId, title } = await onAir();
    if (title !== undefined && title !== before.title) return title;
    // By id, so that a repeated call does not skip the next one, too.
    await operator.call("POST", "/api/playback/skip", { playId });
    return undefined;
  });
}

async function signIn(url: string): Promise<Visitor> {
  const visitor = new Visitor(url);
  const { username, password } = testAdmin;
  expect((await visitor.call("POST", "/api/users/login", { username, password })).status).toBe(200);
  return visitor;
}

/** Tries a password from a separate address, bypassing nginx. */
async function guessPassword({
  waiting,
  how,
}: {
  readonly waiting: NodeName;
  readonly how: HowItEnds;
}): Promise<number> {
  const response = await fetch(new URL("/api/users/login", nodes.urlOf(waiting)), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": how === "killed" ? "198.51.100.7" : "198.51.100.8",
    },
    body: JSON.stringify({ username: testAdmin.username, password: "a wrong password" }),
  });
  return response.status;
}

/** A new visitor requests a track. */
async function request({ url, title }: { readonly url: string; readonly title: string }) {
  return await new Visitor(url).call("POST", "/api/queue", { trackId: tracks.get(title) });
}

async function comeBack(who: Pick<IrcVisit, "nick" | "isOperator">): Promise<LineClient> {
  return await until(`${who.nick} is back on IRC`, async () => {
    return await visitIrc({ ircUrl: nodes.a.ircUrl, ...who }).catch(() => undefined);
  });
}

type Uploads = Awaited<ReturnType<typeof beginUploads>>;

async function beginUploads({ url, operator, how }: UploadPlace & { readonly how: HowItEnds }) {
  const place = { url, operator };
  const make = async (title: string, frequencyHz: number): Promise<Buffer> => {
    const file = path.join(sent, `${title}.flac`);
    await makeTone({ file, title, frequencyHz, seconds: 20 });
    return await readFile(file);
  };
  const at = how === "killed" ? 1000 : 1200;
  const song = await make(`${how} parts`, at);
  const formContent = await make(`${how} form`, at + 100);
  const upload = await BegunUpload.begin(place, { name: "parts.flac", content: song });
  const form = new BegunForm(place, { name: "form.flac", content: formContent });
  return { upload, form, song, half: Math.floor(song.length / 2) };
}
