import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { LineReader } from "../protocol/index.ts";
import { TestClient } from "./test-client.ts";
import { ScriptedServer } from "./test-scripted-server.ts";

/** A server that lets everyone in and records what they send. */
function letIn(socket: Socket): readonly string[] {
  const lines: string[] = [];
  const reader = new LineReader({ maxBodyBytes: 512, maxTagBytes: 0, otherwise: "windows-1252" });
  socket.on("data", (bytes) => {
    for (const line of reader.push(bytes)) {
      if (line.kind !== "line") continue;
      lines.push(line.text);
      if (line.text === "CAP LS 302") socket.write(":s CAP * LS :\r\n");
      if (line.text.startsWith("USER")) socket.write(":s 001 bot :hi\r\n:s 422 bot :no motd\r\n");
      if (line.text.startsWith("JOIN"))
        socket.write(":bot!b@h JOIN #radio\r\n:s 366 bot #radio :\r\n");
    }
  });
  return lines;
}

test("[C10] a server that says we flood it gets half the lines on the next connection", async () => {
  const connections: { readonly socket: Socket; readonly lines: readonly string[] }[] = [];
  using server = await ScriptedServer.start((socket) =>
    connections.push({ socket, lines: letIn(socket) }),
  );
  using bot = new TestClient({ port: server.port, flood: "normal" });
  /** Joins with no debt and says ten things. @returns how many go out at once */
  const sayMuch = async () => {
    // The debt from registering delays even the JOIN.
    await bot.until("registered");
    bot.clock.advance(20_000);
    await bot.until("joined");
    bot.clock.advance(9_000);
    for (let sender = 0; sender < 10; sender += 1) void bot.say("x", { sender: String(sender) });
    const connection = connections.at(-1);
    connection?.socket.write("PING :all\r\n");
    const said = () => connection?.lines ?? [];
    await expect.poll(() => said().at(-1)).toBe("PONG all");
    return said().filter((line) => line.startsWith("PRIVMSG")).length;
  };

  const usual = await sayMuch();
  connections[0]?.socket.end("ERROR :Closing link: (bot@127.0.0.1) [Excess Flood]\r\n");
  const flooded = await bot.untilTrouble();
  bot.clock.advance(5_000);
  const slow = await sayMuch();
  bot.clock.advance(0);

  expect(flooded).toMatchObject({ reason: expect.stringContaining("we send too much") });
  expect([usual, slow]).toEqual([4, 2]);
});
