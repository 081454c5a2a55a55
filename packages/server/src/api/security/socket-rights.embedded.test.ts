import {
  roles,
  socketCommandSchema,
  socketMessageSchema,
  socketStateTypes,
  type Role,
  type SocketCommand,
  type SocketMessage,
  type SocketMessageType,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestSocket } from "../../socket/test-socket.ts";
import { startTestServer, type TestServer } from "../test-server.ts";

type Caller = "guest" | Role | "access-code";

const everyone: readonly Caller[] = ["guest", ...roles, "access-code"];
const djs: readonly Caller[] = ["dj", "admin", "super_admin", "access-code"];

/** Who may send each command, with data of the right shape. A command without a row fails. */
const mayCommand: Readonly<
  Record<
    SocketCommand["type"],
    { readonly may: readonly Caller[]; readonly data: (n: number) => unknown }
  >
> = {
  radio_state: { may: djs, data: (n) => ({ volume: 20 + n }) },
  // These four change nothing, see socket-commands.ts.
  queue_update: { may: everyone, data: () => [] },
  branding_update: { may: everyone, data: () => ({ branding: { siteName: "Pirate" } }) },
  track_uploaded: { may: everyone, data: () => ({ track: { id: "x" }, uploader: "eve" }) },
  external_stream_added: { may: everyone, data: () => ({ stream: { url: "x" } }) },
  chat_join: { may: everyone, data: (n) => ({ username: `owl-${n}` }) },
  chat_leave: { may: everyone, data: () => undefined },
  listen: { may: everyone, data: () => ({ cid: randomUUID() }) },
  subscribe: { may: everyone, data: () => ({ topic: "levels" }) },
  unsubscribe: { may: everyone, data: () => ({ topic: "levels" }) },
  ping: { may: everyone, data: () => undefined },
};

/** Which sockets get each message. A message without a row fails. */
const audiences: Readonly<Record<SocketMessageType, "everyone" | "one visitor" | "by kind">> = {
  radio_state: "everyone",
  queue_update: "everyone",
  now_playing: "everyone",
  stream_info: "everyone",
  comments: "everyone",
  branding_update: "everyone",
  station_policy: "everyone",
  irc_status: "everyone",
  irc_users: "everyone",
  chat_message: "everyone",
  chat_cleared: "everyone",
  chat_delivery: "everyone",
  chat_status: "everyone",
  track_request: "everyone",
  programme_changed: "everyone",
  schedule_changed: "everyone",
  chat_reply: "one visitor",
  chat_joined: "one visitor",
  chat_sanctioned: "one visitor",
  stream_attached: "one visitor",
  error: "one visitor",
  pong: "one visitor",
  // Alarms go to operators only, see the test of U6.
  notification: "by kind",
};

let sockets = 0;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: ["127.0.0.1"] });
});
afterAll(() => server[Symbol.asyncDispose]());

async function socketOf(caller: Caller): Promise<TestSocket> {
  const { cookie } = caller === "guest" ? server.guest() : await server.signIn(caller);
  // Each from its own address: commands are limited per network.
  sockets += 1;
  return await TestSocket.connect(server.origin, {
    cookie,
    "x-forwarded-for": `192.0.2.${sockets}`,
  });
}

/** Messages to a socket until its next pong. */
async function untilPong(socket: TestSocket): Promise<readonly SocketMessage[]> {
  socket.send({ type: "ping" });
  const messages: SocketMessage[] = [];
  for (;;) {
    const message = await socket.next();
    if (message.type === "pong") return messages;
    messages.push(message);
  }
}

const commandTypes = socketCommandSchema.def.options.flatMap(({ shape }) => shape.type.def.values);
const messageTypes = socketMessageSchema.def.options.flatMap(({ shape }) => shape.type.def.values);

test("the rows match the commands and messages of the socket", () => {
  expect(Object.keys(mayCommand).sort()).toEqual(commandTypes.toSorted());
  expect(Object.keys(audiences).sort()).toEqual(messageTypes.toSorted());
});

test.each(commandTypes)(
  "[U10] only callers that its row names may send the command %s",
  async (type) => {
    const { may, data } = mayCommand[type];
    const fates: Record<string, unknown> = {};

    for (const [n, caller] of everyone.entries()) {
      using socket = await socketOf(caller);
      socket.send({ type, data: data(n) });
      const answers = await untilPong(socket);
      const refusal = answers.find((answer) => answer.type === "error");
      fates[caller] = refusal?.data.code ?? "may";
    }

    expect(fates).toEqual(
      Object.fromEntries(
        everyone.map((caller) => [
          caller,
          may.includes(caller) ? "may" : caller === "guest" ? "not_signed_in" : "not_allowed",
        ]),
      ),
    );
  },
);

test("a state is the same for a guest as for a super admin", async () => {
  const snapshotOf = async (caller: Caller): Promise<readonly SocketMessage[]> => {
    const { cookie } = caller === "guest" ? server.guest() : await server.signIn(caller);
    using socket = new TestSocket(server.origin, { cookie });
    const snapshot: SocketMessage[] = [];
    for (const _type of socketStateTypes) {
      const message = await socket.next();
      // The time differs each time.
      snapshot.push(
        message.type === "now_playing"
          ? { ...message, data: { ...message.data, serverNowMs: 0 } }
          : message,
      );
    }
    return snapshot;
  };

  const seenByGuest = await snapshotOf("guest");

  expect(seenByGuest.map(({ type }) => audiences[type])).toEqual(seenByGuest.map(() => "everyone"));
  expect(await snapshotOf("super_admin")).toEqual(seenByGuest);
});

test("a message for one visitor reaches no other socket", async () => {
  using sender = await socketOf("listener");
  using witness = await socketOf("super_admin");
  const cid = randomUUID();

  sender.send({ type: "chat_join", data: { username: "lone-owl" } });
  sender.send({ type: "listen", data: { cid } });
  sender.send({ type: "radio_state", data: { volume: 5 } });
  await untilPong(sender);
  server.events.publish({ type: "listener.attached", cid, startMs: 1 });
  await sender.nextOf("stream_attached");

  const seen = (await untilPong(witness)).map(({ type }) => audiences[type]);
  expect(seen.filter((audience) => audience === "one visitor")).toEqual([]);
});
