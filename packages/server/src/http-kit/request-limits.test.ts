import { once } from "node:events";
import { connect, type Socket } from "node:net";
import fastify from "fastify";
import { expect, test } from "vitest";
import { addBodyLimit, addStallLimit } from "./request-limits.ts";

/** More than the kernel buffers at both ends of a connection. */
const ANSWER_BYTES = 64 * 1024 * 1024;

test("a client that does not read its answer is cut off, and others are answered", async () => {
  const app = fastify();
  addStallLimit(app, { answerStallMs: 100 });
  app.route({ method: "GET", url: "/large", handler: () => Buffer.alloc(ANSWER_BYTES) });
  app.route({ method: "GET", url: "/small", handler: () => "well" });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const cutOff = new Promise((resolve) => {
    app.server.once("connection", (accepted: Socket) => accepted.once("close", resolve));
  });
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.on("error", () => {}); // it gets cut off
  socket.pause();
  socket.write("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");

  const answer = await (await fetch(`${origin}/small`)).text();
  await cutOff;

  expect(answer).toBe("well");
  expect(socket.bytesRead).toBeLessThan(ANSWER_BYTES);
  socket.destroy();
  await app.close();
});

test("a kept-alive connection has the limit of an idle one", async () => {
  const app = fastify({ keepAliveTimeout: 50 });
  // Node waits a second longer than configured.
  app.server.keepAliveTimeoutBuffer = 0;
  addStallLimit(app, { answerStallMs: 60_000 });
  app.route({ method: "GET", url: "/", handler: () => "well" });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  socket.resume();

  await once(socket, "close");

  expect(socket.bytesRead).toBeGreaterThan(0);
  await app.close();
});

test.each(["GET", "POST"])(
  "an answer to a %s may take longer than the limit for its body, which ends once the body has arrived",
  async (method) => {
    const app = fastify();
    const bodyMs = 20;
    addBodyLimit(app, { bodyMs });
    const isOver = Promise.withResolvers<void>();
    app.route({
      method,
      url: "/",
      handler: async () => {
        // Set after the limit's own timer, so that this one fires last.
        setTimeout(isOver.resolve, bodyMs);
        await isOver.promise;
        return "well";
      },
    });
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });

    const answer = await fetch(origin, {
      method,
      headers: { "content-type": "application/json" },
      ...(method === "POST" && { body: "{}" }),
    });

    expect(await answer.text()).toBe("well");
    await app.close();
  },
);
