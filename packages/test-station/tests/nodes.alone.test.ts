// @module-tag ffmpeg
// @module-tag nginx
// @module-tag openssl
// @module-tag postgresql
import {
  nowPlayingSchema,
  trackSchema,
  type ChatMessage,
  type Notification,
} from "@neonrelay/contract";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { TestSocket } from "../../server/src/socket/test-socket.ts";
import { sendForm } from "../src/hostile-music/ways-in.ts";
import { coversInBackup, readFiles, storeFiles, type KeptFiles } from "../src/kept-files.ts";
import { connectElsewhere } from "../src/node-chat.ts";
import { ServingNode } from "../src/serving-node.ts";
import { TestNodes, type NodeName } from "../src/test-nodes.ts";
import { startTestPostgres, type TestPostgres } from "../src/test-postgres.ts";
import { testAdmin, until, Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

let music: string;
let postgres: TestPostgres;
let nodes: TestNodes;
let look: ServingNode;
let operator: Visitor;
/** Files stored at node a, requested through node b. */
let kept: KeptFiles;

beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  await makeTone({
    file: path.join(music, "alpha.mp3"),
    frequencyHz: 500,
    seconds: 20,
    title: "alpha",
  });
  postgres = await startTestPostgres();
  nodes = await TestNodes.start({ databaseUrl: postgres.url, musicDirs: [music] });
  look = await ServingNode.open(nodes, postgres.url);
  operator = await signIn(nodes.webUrl);
  const url = nodes.urlOf("b");
  kept = await storeFiles({ url, operator: operator.at(url) });
});
afterAll(async () => {
  await look?.[Symbol.asyncDispose]();
  await nodes?.[Symbol.asyncDispose]();
  await postgres?.[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
});

async function signIn(url: string): Promise<Visitor> {
  const visitor = new Visitor(url);
  const { username, password } = testAdmin;
  const { status } = await visitor.call("POST", "/api/users/login", { username, password });
  expect(status).toBe(200);
  return visitor;
}

test("a session started at one node is valid at the other", async () => {
  const atB = await signIn(nodes.urlOf("b"));
  const atA = atB.at(nodes.urlOf("a"));
  expect((await atA.call("GET", "/api/users")).status).toBe(200);

  await atA.call("POST", "/api/users/logout");

  expect((await atB.call("GET", "/api/users")).status).toBe(401);
});

test("a message sent at one node reaches a socket at the other", async () => {
  using atB = await TestSocket.connect(nodes.urlOf("b"));
  const atA = new Visitor(nodes.urlOf("a"));

  const said = await atA.call("POST", "/api/chat/send", { username: "Vera", message: "across" });

  expect(said.status).toBe(200);
  const isIt = ({ message }: ChatMessage): boolean => message === "across";
  await atB.nextOf("chat_message", ({ data }) => [data].flat().some(isIt));
});

test.for<["mute" | "ban" | "kick", NodeName, NodeName, string]>([
  ["mute", "a", "b", "Amanda"],
  ["ban", "a", "b", "Boris"],
  ["kick", "a", "b", "Clemens"],
  ["mute", "b", "a", "Dorothy"],
  ["ban", "b", "a", "Enrique"],
  ["kick", "b", "a", "Fatima"],
])(
  "a %s at node %s reaches the page at node %s, and applies at both",
  async ([kind, at, other, username]) => {
    using _proof = await connectElsewhere(nodes, { waiting: "b", serving: "a" });
    const guest = new Visitor(nodes.urlOf(other));
    using socket = await joinChat(guest, { at: other, username });
    const moderator = operator.at(nodes.urlOf(at));
    const reason = "ads";

    const [address, body] =
      kind === "kick"
        ? ["/api/chat/kick", { username, reason }]
        : ["/api/chat/sanctions", { kind, username, reason }];
    expect((await moderator.call("POST", address, body)).status).toBe(200);

    const { data } = await socket.nextOf("chat_sanctioned");
    expect(data).toMatchObject({ kind, message: expect.stringMatching(/^You were .+ads/) });
    const said = { username, message: "still here" };
    for (const node of [other, at]) {
      const answer = await guest.at(nodes.urlOf(node)).call("POST", "/api/chat/send", said);
      expect(answer).toMatchObject({
        status: 403,
        body: { error: data.message, code: "not_allowed" },
      });
    }
  },
);

test("the list of names shows people of both nodes at both, and drops those who leave at either", async () => {
  using _proof = await connectElsewhere(nodes, { waiting: "b", serving: "a" });
  const hasBoth = (here: readonly { readonly nick: string }[]) =>
    ["Gerda", "Hiroshi"].every((name) => here.some(({ nick }) => nick === name));
  using gerda = await joinChat(new Visitor(nodes.urlOf("a")), { at: "a", username: "Gerda" });
  using hiroshi = await joinChat(new Visitor(nodes.urlOf("b")), { at: "b", username: "Hiroshi" });

  for (const socket of [gerda, hiroshi])
    await socket.nextOf("irc_users", ({ data }) => hasBoth(data.users));

  gerda.send({ type: "chat_leave" });
  await hiroshi.nextOf("irc_users", ({ data }) => data.users.every(({ nick }) => nick !== "Gerda"));
});

/** Joins the chat as a page does. The caller closes the socket. */
async function joinChat(
  visitor: Visitor,
  { at, username }: { readonly at: NodeName; readonly username: string },
): Promise<TestSocket> {
  // For its cookie.
  await visitor.call("GET", "/api/session");
  const socket = await TestSocket.connect(nodes.urlOf(at), { cookie: visitor.cookieHeader });
  socket.send({ type: "chat_join", data: { username } });
  await socket.nextOf("chat_joined");
  return socket;
}

test("a notification reaches browsers at both nodes, and one for operators reaches only theirs", async () => {
  const [urlA, urlB] = [nodes.urlOf("a"), nodes.urlOf("b")];
  const headers = { cookie: operator.cookieHeader };
  using guestAtA = await TestSocket.connect(urlA);
  using guestAtB = await TestSocket.connect(urlB);
  using operatorAtA = await TestSocket.connect(urlA, headers);
  using operatorAtB = await TestSocket.connect(urlB, headers);
  const nextOf = async (socket: TestSocket, type?: Notification["type"]) => {
    const isIt = ({ data }: { readonly data: Notification }) => (type ?? data.type) === data.type;
    return (await socket.nextOf("notification", isIt)).data.message;
  };

  await coversInBackup({ url: urlB, operator });
  const alerts = await Promise.all([nextOf(operatorAtA, "admin"), nextOf(operatorAtB, "admin")]);
  const said = { username: "Nora", message: "some news" };
  await new Visitor(urlB).call("POST", "/api/chat/send", said);
  // Guests would have got the alert first.
  const news = await Promise.all([nextOf(guestAtA), nextOf(guestAtB)]);

  const alert = "A backup of the station was downloaded";
  expect(alerts).toEqual([alert, alert]);
  expect(news).toEqual([said.message, said.message]);
});

test("limits count requests at both nodes together", async () => {
  const atA = new Visitor(nodes.urlOf("a"));
  const first = await atA.call("POST", "/api/chat/send", { username: "Timo", message: "one" });

  const atB = atA.at(nodes.urlOf("b"));
  const second = await atB.call("POST", "/api/chat/send", { username: "Timo", message: "two" });

  expect([first.status, second.status]).toEqual([200, 429]);
});

test("the serving node sees where a call at the other one comes from, and trusts only a node's word", async () => {
  const attempt = { username: "no-one", password: "wrong-password-of-a-test" };
  const tryAt = async (name: NodeName, headers: Readonly<Record<string, string>>) =>
    await fetch(new URL("/api/users/login", nodes.urlOf(name)), {
      method: "POST",
      headers: { origin: nodes.urlOf(name), "content-type": "application/json", ...headers },
      body: JSON.stringify(attempt),
    });
  await tryAt("b", { "x-forwarded-for": "198.51.100.7" });
  await tryAt("b", {
    "x-forwarded-for": "198.51.100.8",
    "x-neonrelay-secret": "guessed",
    "x-neonrelay-peer": encodeURIComponent(
      JSON.stringify({ address: "203.0.113.1", isLoopback: true, protocol: "https" }),
    ),
  });

  const { body } = await operator.call("GET", "/api/security-events");
  const text = JSON.stringify(body);
  expect(text).toContain("198.51.100.7");
  expect(text).toContain("198.51.100.8");
  expect(text).not.toContain("203.0.113.1");
});

test("on-air plays a file uploaded at the standby node", async () => {
  const file = path.join(music, "beta.flac");
  await makeTone({ file, frequencyHz: 900, seconds: 20, title: "beta" });
  const atB = await signIn(nodes.urlOf("b"));

  await sendForm(
    { station: { webUrl: nodes.urlOf("b") }, operator: atB },
    { name: "beta.flac", content: await readFile(file) },
  );

  const track = await until("the file is in the library", async () => {
    const { body } = await atB.call("GET", "/api/tracks");
    return z
      .array(trackSchema)
      .parse(body)
      .find(({ title }) => title === "beta");
  });
  await atB.call("POST", "/api/queue", { trackId: track.id });
  await atB.call("PUT", "/api/radio-state", { isPlaying: true });
  await until("on-air plays it", async () => {
    const { body } = await atB.call("GET", "/api/now-playing");
    if (nowPlayingSchema.parse(body).track?.id === track.id) return true;
    await atB.call("POST", "/api/playback/skip");
    return false;
  });
});

test("the next node has the files stored by the previous one", async () => {
  const { serving, waiting } = await look.find();

  process.kill(nodes.serverOf(serving) ?? Number.NaN, "SIGKILL");
  await look.untilServing(waiting);

  const atNext = { url: nodes.urlOf(waiting), operator: operator.at(nodes.urlOf(waiting)) };
  expect(await readFiles(atNext)).toEqual(kept);
  expect(await coversInBackup(atNext)).toContain(kept.cover);
});
