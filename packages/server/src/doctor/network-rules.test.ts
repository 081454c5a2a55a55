import { expect, test } from "vitest";
import {
  judgeCertificates,
  judgeIrc,
  judgeNames,
  judgePorts,
  judgeBus,
  judgeProxy,
  judgeReach,
  type PortProbe,
  type ReachProbe,
} from "./network-rules.ts";

const DAY_MS = 86_400_000;

test.each([
  [{ kind: "open", by: "node (7)" }, true, "ok", "web app on 0.0.0.0:5000", null],
  [{ kind: "free" }, true, "bad", "web app: nothing answers on 0.0.0.0:5000", "log"],
  [{ kind: "free" }, false, "ok", "web app: 0.0.0.0:5000 is free", null],
  [
    { kind: "open", by: "nginx (812)" },
    false,
    "bad",
    "web app: 0.0.0.0:5000 is taken by nginx (812)",
    "set PORT",
  ],
  [{ kind: "open", by: null }, false, "bad", "web app: 0.0.0.0:5000 is taken", "set PORT"],
  [
    { kind: "refused", code: "EACCES" },
    false,
    "bad",
    "web app: 0.0.0.0:5000 can't be opened (EACCES)",
    "CAP_NET_BIND_SERVICE",
  ],
  [
    { kind: "refused", code: "EADDRNOTAVAIL" },
    false,
    "bad",
    "web app: 0.0.0.0:5000 can't be opened (EADDRNOTAVAIL)",
    "set HOST",
  ],
  [{ kind: "any" }, false, "ok", "web app on any free port", null],
] as const satisfies readonly (readonly [PortProbe, boolean, string, string, string | null])[])(
  "a port that is %j is judged while the station runs (%s) as %s",
  (...[look, isStationRunning, state, found, advice]) => {
    const port = { what: "web app", variable: "PORT", host: "0.0.0.0", port: 5000, look };

    const judged = judgePorts([port], { isStationRunning });

    expect(judged).toMatchObject({ state, found });
    if (advice === null) expect(judged.advice).toBeNull();
    else expect(judged.advice).toContain(advice);
  },
);

test("of several ports only those with problems are named", () => {
  const port = { what: "stream", variable: "STREAM_PORT", host: "::1", port: 8000 };
  const judged = judgePorts(
    [
      { ...port, what: "web app", look: { kind: "open", by: null } },
      { ...port, look: { kind: "free" } },
    ],
    { isStationRunning: true },
  );

  expect(judged.found).toBe("stream: nothing answers on [::1]:8000");
});

test.each([
  [{ kind: "this-station" }, "ok", "https://radio.example is this station"],
  [{ kind: "unknown" }, "ok", "https://radio.example answers"],
  [{ kind: "another" }, "bad", "https://radio.example answers, but is not this station"],
  [{ kind: "status", status: 502 }, "bad", "https://radio.example answers with status 502"],
  [
    { kind: "no-answer", reason: "ECONNREFUSED" },
    "bad",
    "https://radio.example doesn't answer from this machine (ECONNREFUSED)",
  ],
] as const satisfies readonly (readonly [ReachProbe, string, string])[])(
  "an address where %j is found is %s",
  (look, state, found) => {
    const address = { variable: "PUBLIC_URL", url: "https://radio.example", look };

    expect(judgeReach([address], { isStationRunning: true })).toMatchObject({ state, found });
  },
);

test("addresses are not judged while the station is stopped or none is set", () => {
  const address = {
    variable: "PUBLIC_URL",
    url: "https://radio.example",
    look: { kind: "no-answer", reason: "ECONNREFUSED" },
  } as const;

  const stopped = judgeReach([address], { isStationRunning: false });
  const unset = judgeReach([], { isStationRunning: true });

  expect([stopped, unset].map(({ state }) => state)).toEqual(["ok", "ok"]);
});

test("an unknown host is named with its variable", () => {
  const found = {
    name: "db.example",
    variable: "DATABASE_URL",
    answer: { addresses: ["10.0.0.2"] },
  };
  const lost = { name: "radio.example", variable: "PUBLIC_URL", answer: { reason: "ENOTFOUND" } };

  expect(judgeNames([found])).toMatchObject({ state: "ok", found: "db.example is 10.0.0.2" });
  expect(judgeNames([found, lost])).toEqual({
    state: "bad",
    found: "radio.example is not found (ENOTFOUND)",
    advice: "Add a DNS record, or correct PUBLIC_URL.",
  });
});

test.each([
  [
    { validToMs: 14 * DAY_MS, distrust: null },
    "ok",
    "the certificate of x is valid for 14 more days",
  ],
  [
    { validToMs: 14 * DAY_MS - 1, distrust: null },
    "warning",
    "the certificate of x is valid for 13 more days",
  ],
  [{ validToMs: 0, distrust: "CERT_HAS_EXPIRED" }, "bad", "the certificate of x has expired"],
  [
    { validToMs: 90 * DAY_MS, distrust: "DEPTH_ZERO_SELF_SIGNED_CERT" },
    "bad",
    "browsers don't trust the certificate of x (DEPTH_ZERO_SELF_SIGNED_CERT)",
  ],
  [{ reason: "ECONNREFUSED" }, "bad", "the certificate of x can't be read (ECONNREFUSED)"],
])("a certificate like %j is %s", (look, state, found) => {
  expect(judgeCertificates([{ of: "x", look }], { nowMs: 0 })).toMatchObject({ state, found });
});

test("the advice about an unreadable certificate differs for an address and a file", () => {
  const judged = judgeCertificates([{ of: "TLS_CERT", look: { reason: "EACCES" } }], { nowMs: 0 });

  expect(judged).toMatchObject({
    found: "the certificate of TLS_CERT can't be read (EACCES)",
    advice: expect.stringContaining("readable for the station's user"),
  });
});

test("an expired certificate outweighs one that expires soon, and both are named", () => {
  const judged = judgeCertificates(
    [
      { of: "a", look: { validToMs: DAY_MS, distrust: null } },
      { of: "b", look: { validToMs: 0, distrust: null } },
      { of: "c", look: { validToMs: 90 * DAY_MS, distrust: null } },
    ],
    { nowMs: 0 },
  );

  expect(judged).toMatchObject({
    state: "bad",
    found: "the certificate of a is valid for 1 more days, the certificate of b has expired",
  });
});

test("a proxy whose headers were ignored is a warning that names TRUST_PROXY", () => {
  const problem = "A proxy at 10.0.0.9 forwards requests, but is not in TRUST_PROXY.";

  expect(judgeProxy([problem])).toMatchObject({ state: "warning", found: problem });
  expect(judgeProxy([])).toMatchObject({ state: "ok" });
  expect(judgeProxy(null)).toMatchObject({ state: "ok" });
});

test("a disconnected bus between the nodes is a warning that says where to look", () => {
  expect(judgeBus({ kind: "nats", trouble: "it does not respond" })).toMatchObject({
    state: "warning",
    found: expect.stringMatching(/^the nats-server does not carry them.*: it does not respond$/),
    advice: expect.stringContaining("NATS_URL"),
  });
  expect(judgeBus({ kind: "postgresql", trouble: null })).toMatchObject({
    state: "ok",
    found: "through the database",
  });
  expect(judgeBus(null)).toMatchObject({ state: "ok" });
});

test.each([
  [{ kind: "off" }, "ok", "off"],
  [{ kind: "in-channel", channels: ["#a"] }, "ok", "the bot is in #a"],
  [{ kind: "own-stopped" }, "ok", "the station's own IRC server starts with the station"],
  [{ kind: "not-connected", reason: "banned" }, "warning", "the bot is not connected: banned"],
  [{ kind: "answers", address: "irc.example:6697" }, "ok", "irc.example:6697 answers"],
  [
    { kind: "no-answer", address: "irc.example:6697", reason: "ENOTFOUND" },
    "warning",
    "irc.example:6697 doesn't answer (ENOTFOUND)",
  ],
] as const)("IRC that is %j is %s", (look, state, found) => {
  expect(judgeIrc(look)).toMatchObject({ state, found });
});
