import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { startFailureOf } from "./start-failure.ts";

const listen = [{ host: "127.0.0.1", port: 6667 }];

test("a port that is taken is named with what to set", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const address = holder.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const taken = createServer().listen(port, "127.0.0.1");
  const [cause] = await once(taken, "error");
  holder.close();
  const inWords = new Error("the IRC server can't listen", { cause });

  expect(startFailureOf(inWords, listen)).toMatchObject({ name: "StartUpError" });
  expect(startFailureOf(cause, listen)).toMatchObject({
    name: "StartUpError",
    message: expect.stringMatching(/can't listen on 127\.0\.0\.1:6667: .* IRC_LISTEN_PORT/),
    cause,
  });
});

test("a database that can't be reached is not told as a port that is taken", async () => {
  const socket = connect(1, "127.0.0.1");
  const [refused] = await once(socket, "error");
  const failed = new Error("Connection terminated unexpectedly");

  expect(startFailureOf(refused, listen)).toBe(refused);
  expect(startFailureOf(failed, listen)).toBe(failed);
});
