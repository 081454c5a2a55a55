import {
  socketStateTypes,
  type ChatMessage,
  type SocketMessage,
  type SocketMessageType,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hashToken } from "../accounts/secrets.ts";
import { say } from "../chat/chat-actions.ts";
import { webLine } from "../chat/chat-rules.ts";
import { addComment, removeComment } from "../comments/comment-actions.ts";
import { deleteSession } from "../accounts/session-store.ts";
import { startTestServer, type TestBrowser, type TestServer } from "../api/test-server.ts";
import { TestSocket } from "./test-socket.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await (await server.signIn("moderator")).call("POST", "/api/chat/clear");
});

const connected = ({ cookie }: Pick<TestBrowser, "cookie"> = server.guest()): Promise<TestSocket> =>
  TestSocket.connect(server.origin, { cookie });

/** What comes until everything sent so far has been answered. */
async function toldUntilPong(socket: TestSocket): Promise<readonly SocketMessage[]> {
  socket.send({ type: "ping" });
  const messages: SocketMessage[] = [];
  for (;;) {
    const message = await socket.next();
    if (message.type === "pong") return messages;
    messages.push(message);
  }
}

const typesOf = (messages: readonly SocketMessage[]): readonly SocketMessageType[] =>
  messages.map(({ type }) => type);

test("[U1] a new socket gets every state and the chat", async () => {
  const message = await say(server, webLine({ username: "owl", text: "hello" }));
  using socket = new TestSocket(server.origin);
  const messages = [];
  while (messages.length < socketStateTypes.length + 2) messages.push(await socket.next());

  expect(new Set(typesOf(messages))).toEqual(
    new Set([...socketStateTypes, "chat_message", "chat_status"]),
  );
  expect(messages.find(({ type }) => type === "chat_message")).toEqual({
    type: "chat_message",
    data: [message],
  });
});

test("[U6] every browser gets chat messages, with a notification", async () => {
  using one = await connected();
  using other = await connected();

  const { body } = await server
    .guest()
    .call("POST", "/api/chat/send", { body: { username: "owl", message: "hello" } });

  for (const socket of [one, other]) {
    expect(await socket.next()).toEqual({ type: "chat_message", data: body });
    expect(await socket.next()).toMatchObject({
      type: "notification",
      data: { type: "chat_message", message: "hello", read: false, priority: "low" },
    });
  }
});

test("a cleared chat is sent as such, a removed message as the remaining list", async () => {
  const kept = await say(server, webLine({ username: "owl", text: "kept" }));
  const removed = await say(server, webLine({ username: "owl", text: "removed" }));
  const moderator = await server.signIn("moderator");
  using socket = await connected();

  await moderator.call("DELETE", `/api/chat/${removed.id}`);
  expect(await socket.nextOf("chat_message")).toMatchObject({ data: [kept] });
  await moderator.call("POST", "/api/chat/clear");

  expect(await socket.nextOf("chat_cleared")).toEqual({ type: "chat_cleared", data: {} });
});

test("sockets get all comments when one is added, liked or removed", async () => {
  using socket = await connected();
  const guest = server.guest();
  const comment = await addComment(server, { content: "a comment", caller: { kind: "guest" } });
  expect((await socket.nextOf("comments")).data).toEqual([comment]);

  await guest.call("POST", `/api/comments/${comment.id}/like`);
  expect((await socket.nextOf("comments")).data).toEqual([{ ...comment, likes: 1 }]);
  await removeComment(server, comment.id);
  expect((await socket.nextOf("comments")).data).toEqual([]);
});

test("[U5] many changes of a large list are sent together", async () => {
  await using crowded = await startTestServer();
  const { connection } = crowded.database;
  const ids = [randomUUID(), randomUUID()] as const;
  for (const id of ids)
    await connection.execute(
      sql`insert into comments (id, author, content) values (${id}, 'A', 'talked about')`,
    );
  await connection.execute(
    sql`insert into comments (id, author, content, parent_id) select gen_random_uuid(), 'A', repeat('x', 1000), ${ids[0]} from generate_series(1, 400)`,
  );
  using socket = await TestSocket.connect(crowded.origin);
  const people = await Promise.all(Array.from({ length: 5 }, () => crowded.signIn("listener")));

  await crowded.guest().call("POST", `/api/comments/${ids[0]}/like`);
  await socket.nextOf("comments"); // from here on it rests
  await Promise.all(people.map(({ call }) => call("POST", `/api/comments/${ids[1]}/like`)));

  const { data } = await socket.nextOf("comments");
  expect(data.find(({ id }) => id === ids[1])).toMatchObject({ likes: 5 });
});

test("a request is sent with a notification of high priority", async () => {
  using socket = await connected();

  server.events.publish({
    type: "track.requested",
    requestedBy: "owl",
    title: "Neon",
    artist: "Relay",
    query: "neo",
  });

  expect(await socket.nextOf("track_request")).toEqual({
    type: "track_request",
    data: { username: "owl", track: "Neon", artist: "Relay", query: "neo" },
  });
  expect((await socket.nextOf("notification")).data).toMatchObject({
    type: "song_request",
    priority: "high",
    message: 'owl requested "Neon" by Relay',
  });
});

test("a message is serialised once, however many sockets there are", async () => {
  using one = await connected();
  using two = await connected();
  using three = await connected();
  const message: ChatMessage = {
    id: randomUUID(),
    timestamp: new Date(0).toISOString(),
    notDelivered: null,
    ...webLine({ username: "owl", text: "hello" }),
    runs: null,
  };
  let times = 0;
  const counted = Object.assign(Object.create({ toJSON: () => ((times += 1), message) }), message);

  server.events.publish({ type: "chat.said", message: counted, speaker: null });
  for (const socket of [one, two, three]) await socket.nextOf("chat_message");

  expect(times).toBe(1);
});

test.each([0, 1, 125, 126, 65_535, 65_536, 200_000])(
  "a message of about %i characters arrives whole",
  async (length) => {
    using socket = await connected();
    const data = {
      id: randomUUID(),
      timestamp: new Date(0).toISOString(),
      notDelivered: null,
      ...webLine({ username: "owl", text: "é".repeat(length) }),
      runs: null,
    };

    server.events.publish({ type: "chat.said", message: data, speaker: null });

    expect(await socket.nextOf("chat_message")).toEqual({ type: "chat_message", data });
  },
);

test("[U12] a name joined on the socket is refused to others, on sockets and in calls, until it is left", async () => {
  const [ann, bob] = [server.guest(), server.guest()];
  using annSocket = await connected(ann);
  using bobSocket = await connected(bob);
  const body = { username: "OWL[", message: "hello" };
  annSocket.send({ type: "chat_join", data: { username: "owl[" } });
  expect(await toldUntilPong(annSocket)).toEqual([
    { type: "chat_joined", data: { username: "owl[" } },
  ]);

  bobSocket.send({ type: "chat_join", data: { username: "Owl[" } });
  expect(await bobSocket.next()).toMatchObject({
    type: "error",
    data: { code: "name_taken", field: "username" },
  });
  expect(await bob.call("POST", "/api/chat/send", { body })).toMatchObject({
    status: 409,
    body: { code: "name_taken" },
  });
  expect((await ann.call("POST", "/api/chat/send", { body })).status).toBe(200);

  annSocket.send({ type: "chat_leave" });
  await annSocket.nextOf("chat_message");
  await toldUntilPong(annSocket);
  expect((await bob.call("POST", "/api/chat/send", { body })).status).toBe(200);
});

test("[U12] a name is kept for its visitor when the socket is gone", async () => {
  const [ann, bob] = [server.guest(), server.guest()];
  using annSocket = await connected(ann);
  using bobSocket = await connected(bob);
  annSocket.send({ type: "chat_join", data: { username: "raven" } });
  await toldUntilPong(annSocket);
  annSocket.socket.close();
  await once(annSocket.socket, "close");

  bobSocket.send({ type: "chat_join", data: { username: "raven" } });
  expect((await bobSocket.nextOf("error")).data.code).toBe("name_taken");
  using annAgain = await connected(ann);
  annAgain.send({ type: "chat_join", data: { username: "raven" } });

  expect(await toldUntilPong(annAgain)).toEqual([
    { type: "chat_joined", data: { username: "raven" } },
  ]);
});

test("[U12] an account's name can be joined by its owner only, and the bot's can't be joined", async () => {
  const dj = await server.signIn("dj");
  using owner = await connected(dj);
  using stranger = await connected();
  const username = dj.account?.username;

  owner.send({ type: "chat_join", data: { username } });
  stranger.send({ type: "chat_join", data: { username } });
  expect((await stranger.nextOf("error")).data.code).toBe("name_taken");
  stranger.send({ type: "chat_join", data: { username: "streambot" } });
  expect((await stranger.nextOf("error")).data.code).toBe("name_taken");

  expect(await toldUntilPong(owner)).toEqual([{ type: "chat_joined", data: { username } }]);
});

test("[U12] a visitor who wants a taken name is offered three free ones, and gets the chosen one", async () => {
  using first = await connected();
  using second = await connected();
  for (const [socket, username] of [
    [first, "kestrel"],
    [second, "kestrel2"],
  ] as const) {
    socket.send({ type: "chat_join", data: { username } });
    await socket.nextOf("chat_joined");
  }
  using late = await connected();

  late.send({ type: "chat_join", data: { username: "Kestrel" } });
  const { data } = await late.nextOf("error");
  late.send({ type: "chat_join", data: { username: "Kestrel3" } });

  expect(data).toMatchObject({
    code: "name_taken",
    freeNames: ["Kestrel_", "Kestrel3", "Kestrel4"],
  });
  expect((await late.nextOf("chat_joined")).data).toEqual({ username: "Kestrel3" });
});

test.each([{ username: "o" }, { username: "night owl" }, {}])(
  "chat_join with %j is refused",
  async (data) => {
    using socket = await connected();
    socket.send({ type: "chat_join", data });

    expect((await socket.nextOf("error")).data).toMatchObject({
      code: "invalid_request",
      field: "data.username",
    });
  },
);

test("[U6] alarms are for operators only", async () => {
  using moderator = await connected(await server.signIn("moderator"));
  using listener = await connected(await server.signIn("listener"));
  using guest = await connected();

  server.security.record({
    severity: "high",
    eventType: "test",
    description: "someone tries passwords",
    ipAddress: "192.0.2.1",
  });

  expect((await moderator.nextOf("notification")).data).toMatchObject({
    type: "admin",
    message: "someone tries passwords",
    priority: "high",
  });
  for (const socket of [listener, guest]) expect(await toldUntilPong(socket)).toEqual([]);
});

test("lesser security events raise no alarm", async () => {
  using admin = await connected(await server.signIn("admin"));

  server.security.record({
    severity: "medium",
    eventType: "test",
    description: "nothing to see",
    ipAddress: "192.0.2.1",
  });

  expect(await toldUntilPong(admin)).toEqual([]);
});

test("[U6] an operator whose session has ended gets no more alarms", async () => {
  const operator = await server.signIn("admin");
  using socket = await connected(operator);
  using witness = await connected(await server.signIn("admin"));
  const closed = once(socket.socket, "close");
  // Like an expired session: no event announces it.
  await deleteSession(server.database.connection, hashToken(tokenOf(operator)));

  server.events.publish({ type: "security.noted", description: "secret" });

  await witness.nextOf("notification");
  expect((await closed)[0]).toBe(1008);
  expect(socket.untaken()).toEqual([]);
});

test("a former operator gets no alarms", async () => {
  const former = await server.signIn("admin");
  using socket = await connected(former);
  using witness = await connected(await server.signIn("admin"));
  await server.database.connection.execute(
    sql`update users set role = 'listener' where id = ${former.account?.id}`,
  );

  server.events.publish({ type: "security.noted", description: "secret" });
  await witness.nextOf("notification");

  expect(await toldUntilPong(socket)).toEqual([]);
});

test("[U23] signing out closes the sockets of the session, and of no other", async () => {
  const operator = await server.signIn("admin");
  using socket = await connected(operator);
  using other = await connected(await server.signIn("admin"));
  const closed = once(socket.socket, "close");

  await operator.call("POST", "/api/users/logout");

  expect((await closed)[0]).toBe(1008);
  expect(await toldUntilPong(other)).toEqual([]);
});

test("[U10] rights are read again at each command", async () => {
  const operator = await server.signIn("dj");
  using socket = await connected(operator);
  const closed = once(socket.socket, "close");
  await deleteSession(server.database.connection, hashToken(tokenOf(operator)));
  // Now that it is known to be over, the remembered operator can't control the sound while a busy database does not respond.
  await operator.call("GET", "/api/session");

  socket.send({ type: "radio_state", data: { isPlaying: false } });

  expect((await closed)[0]).toBe(1008);
});

test("during maintenance a command is refused like its call, and operators go on", async () => {
  using guest = await connected();
  using dj = await connected(await server.signIn("dj"));
  await server.settings.change(() => ({ maintenanceMode: true }));
  try {
    guest.send({ type: "radio_state", data: { volume: 11 } });
    dj.send({ type: "radio_state", data: { volume: 12 } });

    expect((await guest.nextOf("error")).data.code).toBe("not_signed_in");
    expect((await dj.nextOf("radio_state")).data.volume).not.toBe(11);
  } finally {
    await server.settings.change(() => ({ maintenanceMode: false }));
  }
});

test("[U24] a browser without a visitor's cookie is given one with the socket, one with it is not", async () => {
  const cookiesOf = async (headers: Readonly<Record<string, string>>) => {
    using socket = new TestSocket(server.origin, headers);
    const [response] = await once(socket.socket, "upgrade");
    return response.headers["set-cookie"];
  };

  expect(await cookiesOf({})).toEqual([
    expect.stringMatching(/^neonrelay_visitor=[\da-f-]{36}; .*HttpOnly; SameSite=Lax$/),
  ]);
  expect(await cookiesOf({ cookie: server.guest().cookie })).toBeUndefined();
});

test("the page itself makes a browser one visitor, before its calls and socket come", async () => {
  const page = { headers: { accept: "text/html" } };
  const answer = await server.call("GET", "/", page);
  const again = await server.call("GET", "/", {
    headers: { ...page.headers, cookie: server.guest().cookie },
  });

  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^neonrelay_visitor=/)]);
  expect(again.headers.getSetCookie()).toEqual([]);
});

function tokenOf({ cookie }: TestBrowser): string {
  return /neonrelay_session=([^;]+)/.exec(cookie)?.[1] ?? "";
}
