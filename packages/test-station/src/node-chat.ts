import { randomInt } from "node:crypto";
import { TestSocket } from "../../server/src/socket/test-socket.ts";
import type { NodeName, TestNodes } from "./test-nodes.ts";
import { until, Visitor } from "./test-station.ts";

type Nodes = Pick<TestNodes, "urlOf">;

/** How many sockets belong to nodes other than the serving one, as that one reports. */
export async function countElsewhere(nodes: Nodes, serving: NodeName): Promise<number> {
  const response = await fetch(new URL("/metrics", nodes.urlOf(serving)));
  const text = await response.text();
  return Number(/^neonrelay_sockets_elsewhere (\d+)$/m.exec(text)?.[1]);
}

/** Opens a socket at the standby node, once that is possible. The caller owns it. */
export async function connectElsewhere(
  nodes: Nodes,
  { waiting, serving }: { readonly waiting: NodeName; readonly serving: NodeName },
): Promise<TestSocket> {
  return await until("a socket ends at the node that waits", async () => {
    const before = await countElsewhere(nodes, serving);
    const socket = await TestSocket.connect(nodes.urlOf(waiting));
    if ((await countElsewhere(nodes, serving)) > before) return socket;
    socket[Symbol.dispose]();
    return false;
  });
}

/** Says lines in the chat, each as a new visitor, since one may say a line a second. */
export async function sayLines(
  nodes: Nodes,
  { at, lines }: { readonly at: NodeName; readonly lines: readonly string[] },
): Promise<void> {
  for (const message of lines) {
    const username = `Speaker${randomInt(1_000_000_000)}`;
    await until("the line is taken", async () => {
      const visitor = new Visitor(nodes.urlOf(at));
      const { status } = await visitor.call("POST", "/api/chat/send", { username, message });
      return status === 200;
    });
  }
}

/** Receives up to the last of these lines. */
export async function hearLines(socket: TestSocket, last: string): Promise<readonly string[]> {
  const heard: string[] = [];
  while (heard.at(-1) !== last) {
    const { data } = await socket.nextOf("chat_message");
    heard.push(...[data].flat().map(({ message }) => message));
  }
  return heard;
}
