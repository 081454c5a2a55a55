import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { startFailureOf } from "./start-failure.ts";

const listen = [{ host: "127.0.0.1", port: 6667 }];

test("a port in use is named with the program that has it and the setting to change", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const address = holder.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const taken = createServer().listen(port, "127.0.0.1");
  const [cause] = await once(taken, "error");
  const inWords = new Error("the IRC server can't listen", { cause });

  const [failure, told] = [
    await startFailureOf(cause, listen),
    await startFailureOf(inWords, listen),
  ];
  holder.close();
  const unknown = await startFailureOf(cause, listen);

  const owner = new RegExp(
    String.raw`can't listen on 127\.0\.0\.1:6667, taken by .+ \(${process.pid}\): .* IRC_LISTEN_PORT`,
  );
  expect(failure).toMatchObject({
    name: "StartUpError",
    message: expect.stringMatching(owner),
    cause,
  });
  expect(told).toMatchObject({ name: "StartUpError", message: expect.stringMatching(owner) });
  expect(unknown).toMatchObject({ message: expect.stringMatching(/127\.0\.0\.1:6667: /) });
});

test("an unreachable database is not reported as a port in use", async () => {
  const socket = connect(1, "127.0.0.1");
  const [refused] = await once(socket, "error");
  const failed = new Error("Connection terminated unexpectedly");

  expect(await startFailureOf(refused, listen)).toBe(refused);
  expect(await startFailureOf(failed, listen)).toBe(failed);
});
