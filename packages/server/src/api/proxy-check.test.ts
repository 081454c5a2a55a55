import { createLogTo } from "@neonrelay/process/log";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import {
  createProxyCheck,
  findProxyProblems,
  findReachProblem,
  type ProxySetUp,
} from "./proxy-check.ts";

test("a proxy missing from TRUST_PROXY is reported and logged once it forwards a visitor", () => {
  const lines: unknown[] = [];
  const log = createLogTo((line) => void lines.push(JSON.parse(line)), {
    part: "test",
    level: "warn",
  });
  const setUp = {
    host: "127.0.0.1",
    port: 5000,
    dataDir: "/srv/radio/data",
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

const atHome = {
  host: "127.0.0.1",
  port: 5000,
  dataDir: "/srv/radio/data",
  ownAddress: "192.168.1.20",
  publicUrl: null,
  trustProxy: [],
  hasOtherProxy: false,
};

test("a station reachable only from its own machine says in which file to change that, and what others open then", () => {
  for (const host of ["127.0.0.1", "::1", "localhost"]) {
    const problem = findReachProblem({ ...atHome, host });
    expect(problem).toContain(`listens on ${host} only, so other machines can't reach it`);
    expect(problem).toContain("HOST=0.0.0.0 and STREAM_HOST=0.0.0.0");
    expect(problem).toContain("/srv/radio/data/station.env");
    expect(problem).toContain("http://192.168.1.20:5000");
    expect(problem).toContain("forward the ports 80 and 443 to this machine, 192.168.1.20");
    expect(problem).toContain("caddy reverse-proxy --from radio.example --to 127.0.0.1:5000");
  }
  expect(findReachProblem({ ...atHome, ownAddress: null })).toContain("ADDRESS-OF-THIS-MACHINE");
  expect(findReachProblem({ ...atHome, publicUrl: "https://radio.example" })).toMatch(
    /^PUBLIC_URL is set, but .* TRUST_PROXY=127\.0\.0\.1/s,
  );
});

test.each([
  ["listens to other machines", { host: "0.0.0.0" }],
  ["is behind a proxy that it trusts", { trustProxy: ["127.0.0.1"] }],
  ["is behind a proxy that it does not trust, which is another problem", { hasOtherProxy: true }],
])("a station that %s can be reached", (_what, change) => {
  expect(findReachProblem({ ...atHome, ...change })).toBeNull();
});

const behindProxy: ProxySetUp = {
  publicUrl: "https://radio.example",
  publicStreamUrl: null,
  trustProxy: ["127.0.0.1"],
  isSecure: false,
  ignoredProxy: null,
};

test("a proxy needs only PUBLIC_URL and TRUST_PROXY; no proxy, or a certificate, needs neither", () => {
  const none = { ...behindProxy, publicUrl: null, trustProxy: [] };
  const secure = { ...behindProxy, trustProxy: [], isSecure: true };

  expect([behindProxy, none, secure].map(findProxyProblems)).toEqual([[], [], []]);
});

test.each([
  [{ publicStreamUrl: "http://radio.example:8000" }, /Remove PUBLIC_STREAM_URL/],
  [{ trustProxy: [] }, /Set TRUST_PROXY to the proxy's address/],
  [{ trustProxy: [], ignoredProxy: "10.0.0.2" }, /A proxy at 10\.0\.0\.2 .* Add its address/],
])("an inconsistent set-up says what to set: %j", (change, sentence) => {
  const problems = findProxyProblems({ ...behindProxy, ...change });

  expect(problems).toEqual([expect.stringMatching(sentence)]);
});
