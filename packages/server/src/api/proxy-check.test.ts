import { createLogTo } from "@neonrelay/process/log";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { createProxyCheck } from "./proxy-check.ts";

test("a proxy missing from TRUST_PROXY is reported and logged once it forwards a visitor", () => {
  const lines: unknown[] = [];
  const log = createLogTo((line) => void lines.push(JSON.parse(line)), {
    part: "test",
    level: "warn",
  });
  const setUp = {
    host: "127.0.0.1",
    publicUrl: null,
    publicStreamUrl: null,
    trustProxy: [],
    isSecure: false,
  };
  const { findPeer, proxyProblems, reachProblem } = createProxyCheck(setUp, log);
  const before = proxyProblems();
  const unreached = reachProblem();
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: "192.0.2.1" });
  const headers = { "x-forwarded-for": "198.51.100.9" };
  findPeer(Object.assign(new IncomingMessage(socket), { headers }));

  expect(before).toEqual([]);
  expect([unreached, reachProblem()]).toEqual([expect.stringContaining("HOST=0.0.0.0"), null]);
  expect(proxyProblems()).toEqual([expect.stringContaining("A proxy at 192.0.2.1")]);
  expect(lines).toMatchObject([{ level: "warn", isLoopback: false }]);
});
