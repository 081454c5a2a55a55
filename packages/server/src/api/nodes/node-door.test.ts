import { createLog } from "@neonrelay/process/log";
import Fastify from "fastify";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { testConfig } from "../../config/test-config.ts";
import { rawAnswers } from "../../http-kit/raw-answers.ts";
import { requestLimits, timeLimits } from "../../http-kit/request-limits.ts";
import { TestBus } from "../../bus/test-bus.ts";
import { sendWithoutEnd, slowHead } from "../test-slow-client.ts";
import { NodeDoor } from "./node-door.ts";

const limits = { ...requestLimits, headersMs: 200, checkIntervalMs: 50 };

test("a client that drips its headers is cut off, both before the node leads and after", async () => {
  const dataDir = path.join(tmpdir(), "no-such-folder");
  const door = await NodeDoor.open({
    config: testConfig({ databaseUrl: null, dataDir }),
    channel: null,
    handOver: null,
    limits,
    bus: new TestBus(),
    log: createLog({ part: "test", level: "silent" }),
  });
  await using app = Fastify({ ...rawAnswers, http: timeLimits(limits) });
  app.route({ method: "GET", url: "/", handler: () => "led" });
  await app.ready();
  const connectTo = (): Socket => connect(Number(new URL(door.url).port), "127.0.0.1");

  const before = await sendWithoutEnd(connectTo(), slowHead);
  door.lead(app, "secret");
  const answer = await (await fetch(door.url)).text();
  const leading = await sendWithoutEnd(connectTo(), slowHead);
  await door.close();

  expect(answer).toBe("led");
  expect([before.answer, leading.answer]).toEqual([
    expect.stringMatching(/^HTTP\/1\.1 408 /),
    expect.stringMatching(/^HTTP\/1\.1 408 /),
  ]);
});
