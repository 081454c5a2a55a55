import { once } from "node:events";
import { createLog } from "@neonrelay/process/log";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { testConfig } from "../config/test-config.ts";
import { requestLimits, type RequestLimits } from "../http-kit/request-limits.ts";
import { sendWithoutEnd, slowHead } from "./test-slow-client.ts";
import type { WaitingPart } from "./unavailable-server.ts";
import { waitForDatabase } from "./wait-for-database.ts";

/** No database server listens there. */
const databaseUrl = "postgres://127.0.0.1:1/away";
let waiting: WaitingPart;
let url = "";
afterEach(async () => {
  await waiting.close();
});

async function wait(limits: Partial<RequestLimits>): Promise<void> {
  waiting = await waitForDatabase({
    config: testConfig({ databaseUrl, dataDir: path.join(tmpdir(), "no-such-folder") }),
    databaseUrl,
    report: (report) => {
      if (report.kind === "ready") url = report.url;
    },
    channel: null,
    limits: { ...requestLimits, ...limits },
    log: createLog({ part: "test", level: "silent" }),
  });
}

/** The head of a call with a JSON body. */
const postHead =
  "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n";

function connectTo(): Socket {
  return connect(Number(new URL(url).port), "127.0.0.1");
}

test("while the database is away the web port says so", async () => {
  await wait({});

  const response = await fetch(`${url}api/session`);

  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
});

test("slow clients are cut off even while the database is away", async () => {
  await wait({ headersMs: 200, bodyMs: 200, checkIntervalMs: 50 });

  const headers = await sendWithoutEnd(connectTo(), slowHead);
  const body = await sendWithoutEnd(connectTo(), { ...slowHead, head: `${postHead}\r\n` });

  expect(headers.answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(body.bytes).toBeLessThan(9999);
});

test("a running call delays its end only briefly", async () => {
  await wait({ graceMs: 50 });
  const socket = connectTo();
  socket.on("error", () => {}); // it is cut off
  socket.write(`${postHead}Expect: 100-continue\r\n\r\n`);
  await once(socket, "data");
  const closed = new Promise((resolve) => socket.once("close", resolve));

  await waiting.close();

  await closed;
});
