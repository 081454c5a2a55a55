import { afterAll, beforeAll, expect, test } from "vitest";
// oxlint-disable-next-line no-restricted-imports -- a client of its own, for tests
import { LineClient } from "../../../irc/src/test-line-client.ts";
import { startTestServer, type TestServer } from "../http/test-server.ts";
import { TestSocket } from "../live/test-socket.ts";

let server: TestServer;
let port: number;
let irc: LineClient;
beforeAll(async () => {
  server = await startTestServer({
    irc: {
      connection: { kind: "embedded", host: "127.0.0.1", port: 0, tls: null },
      channel: null,
      channelKey: null,
      nick: null,
    },
  });
  port = Number(server.irc.status.server.split(":")[1]);
  irc = await LineClient.register({ port, nick: "alice", caps: "server-time message-tags" });
  irc.send("JOIN #neonrelay");
  await irc.until(/ 366 /);
}, 60_000);
afterAll(async () => {
  irc?.close();
  await server[Symbol.asyncDispose]();
});

async function webUser(username: string) {
  const guest = server.guest();
  const socket = await TestSocket.connect(server.origin, { cookie: guest.cookie });
  socket.send({ type: "chat_join", data: { username } });
  await irc.until(new RegExp(`:${username}!.* JOIN `));
  return { guest, socket };
}

test("a web chatter is on IRC under their own name from joining to leaving", async () => {
  const { guest, socket } = await webUser("nightowl");
  await guest.call("POST", "/api/chat/send", { body: { username: "nightowl", message: "hi all" } });
  await irc.until(/:nightowl!\S+ PRIVMSG #neonrelay :hi all/);
  socket.send({ type: "chat_leave" });
  await irc.until(/:nightowl!\S+ QUIT /);
  socket[Symbol.dispose]();
});

test("what is said on IRC is told to browsers once", async () => {
  using socket = await TestSocket.connect(server.origin, { cookie: server.guest().cookie });
  irc.send("PRIVMSG #neonrelay :\u0002bold\u0002 hello");
  const { data } = await socket.nextOf("chat_message");
  expect(data).toMatchObject({
    username: "alice",
    message: "bold hello",
    origin: "irc",
    runs: [{ text: "bold", bold: true }, { text: " hello" }],
  });
});
