import { once } from "node:events";
import { createServer } from "node:http";
import { createLog } from "@neonrelay/process/log";
import { afterEach, expect, test } from "vitest";
import { RelayDirectory } from "./relay-directory.ts";

const PASSWORD = "a-password-of-relays";
let open = new AsyncDisposableStack();
afterEach(async () => {
  await open.disposeAsync();
  open = new AsyncDisposableStack();
});

/** The relay directory behind a real server. @returns a request as Icecast makes it */
async function directory(password: string | null) {
  const log = createLog({ part: "on-air", level: "silent" });
  const paths = () => ["/stream.mp3", "/stream.opus"];
  const relays = new RelayDirectory({ password, paths, log });
  const server = createServer((request, response) => relays.answer(request, response, "192.0.2.1"));
  open.defer(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return async (given?: string, method = "GET") => {
    const credentials = `Basic ${Buffer.from(`relay:${given}`).toString("base64")}`;
    const answer = await fetch(`http://127.0.0.1:${address.port}/admin/streamlist.txt`, {
      method,
      headers: given === undefined ? {} : { authorization: credentials },
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
}

test("[S114] with the password, the mounts are listed, one per line", async () => {
  const ask = await directory(PASSWORD);

  expect(await ask(PASSWORD)).toMatchObject({ status: 200, text: "/stream.mp3\n/stream.opus\n" });
  expect((await ask(PASSWORD, "POST")).status).toBe(405);
});

test("[S114] without RELAY_PASSWORD nothing is listed", async () => {
  const ask = await directory(null);

  expect((await ask(PASSWORD)).status).toBe(404);
});

test("[S114][S4] a wrong password is refused, and after three of them the address must wait", async () => {
  const ask = await directory(PASSWORD);

  const none = await ask();
  const wrong = [await ask("x"), await ask("x"), await ask("x"), await ask(PASSWORD)];

  expect(none.headers.get("www-authenticate")).toBe('Basic realm="Neon Relay"');
  expect([none, ...wrong].map(({ status }) => status)).toEqual([401, 401, 401, 401, 429]);
});
