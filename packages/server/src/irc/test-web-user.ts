import type { TestServer } from "../api/test-server.ts";
import { TestSocket } from "../socket/test-socket.ts";

/** A browser that has joined the chat. */
export interface WebUser extends Disposable {
  readonly socket: TestSocket;
  say(message: string): ReturnType<TestServer["call"]>;
}

export async function joinFromWeb(server: TestServer, username: string): Promise<WebUser> {
  const guest = server.guest();
  const socket = await TestSocket.connect(server.origin, { cookie: guest.cookie });
  socket.send({ type: "chat_join", data: { username } });
  socket.send({ type: "ping" });
  await socket.nextOf("pong");
  return {
    socket,
    say: (message) => guest.call("POST", "/api/chat/send", { body: { username, message } }),
    [Symbol.dispose]: () => socket[Symbol.dispose](),
  };
}

/** Resolves when the bot is in the channel, or has left it. */
export async function untilConnected(server: TestServer, isConnected = true): Promise<void> {
  using socket = new TestSocket(server.origin, { cookie: server.guest().cookie });
  await socket.nextOf("irc_status", ({ data }) => data.connected === isConnected);
}
