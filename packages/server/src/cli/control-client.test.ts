import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askRunningStation } from "./control-client.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-control-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Asks a station that treats each connection this way. */
async function ask(
  name: string,
  act: (socket: Socket) => void,
  onPrint: (line: string) => void = () => {},
) {
  const server = createServer({ pauseOnConnect: true }, act);
  const socketPath = path.join(folder, name);
  server.listen(socketPath);
  await once(server, "listening");
  const printed: string[] = [];
  const print = (line: string): void => {
    printed.push(line);
    onPrint(line);
  };
  try {
    return await askRunningStation({ socketPath, args: ["doctor"], print }).catch(
      (error: unknown) => ({ error, printed }),
    );
  } finally {
    server.close();
  }
}

const half = '{"kind":"line","text":"half of it"}\n';
const stopped = expect.objectContaining({
  message: expect.stringMatching(/stopped before the command was finished.+run the command again/),
});

test("a station that stops during a command is reported, and its output so far is printed", async () => {
  const answer = await ask("ends", (socket) => {
    socket.once("data", () => socket.end(half)).resume();
  });

  expect(answer).toEqual({ error: stopped, printed: ["half of it"] });
});

test("a killed station, whose socket is reset, is reported", async () => {
  let own: Socket | undefined;

  const answer = await ask(
    "reset",
    (socket) => {
      own = socket;
      socket.write(half);
    },
    // Closed with the command unread: the other end gets ECONNRESET.
    () => own?.destroy(),
  );

  expect(answer).toEqual({ error: stopped, printed: ["half of it"] });
  expect(answer).toMatchObject({ error: { cause: { code: "ECONNRESET" } } });
});

test("without a running station there is no answer and no error", async () => {
  const socketPath = path.join(folder, "none");

  expect(await askRunningStation({ socketPath, args: [], print: () => {} })).toBeNull();
});
