import { TestSocket } from "../../server/src/socket/test-socket.ts";
import { Visitor } from "./test-station.ts";

/** A guest who chats from a browser. */
export class ChatGuest {
  readonly name: string;
  readonly #url: string;
  readonly #visitor: Visitor;

  constructor(url: string, name: string) {
    this.name = name;
    this.#url = url;
    this.#visitor = new Visitor(url);
  }

  async say(message: string): Promise<number> {
    const body = { username: this.name, message };
    return (await this.#visitor.call("POST", "/api/chat/send", body)).status;
  }

  /** Joins the channel as a page does. The caller closes the socket. @returns once the name is this guest's */
  async join(): Promise<TestSocket> {
    // For its cookie, which identifies the same person after a reconnect.
    await this.#visitor.call("GET", "/api/session");
    const socket = await TestSocket.connect(this.#url, { cookie: this.#visitor.cookieHeader });
    socket.send({ type: "chat_join", data: { username: this.name } });
    await socket.nextOf("chat_joined");
    return socket;
  }
}
