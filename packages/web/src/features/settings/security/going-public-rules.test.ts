import { stationSettingsSchema } from "@neonrelay/contract/callers";
import { testSettings } from "@neonrelay/contract/test-settings";
import { expect, test } from "vitest";
import { goingPublicChecks, isLoopbackHost } from "./going-public-rules.ts";

/** Everything that doesn't come from settings is fine. */
const wellSetUp = {
  isEncrypted: true,
  isOnThisMachine: true,
  streamUrl: "https://radio.example/",
  proxyProblems: [],
  reachProblem: null,
  hasDocs: false,
};
const settings = testSettings({
  registrationEnabled: true,
  retention: { chatDays: 0, commentDays: 0, historyDays: 365, securityEventDays: 0 },
});

test("a station with the most open settings fails every check", () => {
  const checks = goingPublicChecks({
    settings,
    isEncrypted: false,
    isOnThisMachine: true,
    streamUrl: "http://radio.example:8000/stream.mp3",
    proxyProblems: ["TRUST_PROXY is empty."],
    reachProblem: "The station listens on 127.0.0.1 only.",
  });

  expect(checks.filter(({ isSafe }) => isSafe)).toEqual([]);
  // A page over http can play a stream over http.
  expect(checks.map(({ name }) => name)).not.toContain("Stream over https");
});

test("pressing every button in the list leaves only points that aren't settings", () => {
  let changed = settings;
  for (const { fix } of goingPublicChecks({ settings, ...wellSetUp })) {
    const { retention, ...change } = fix?.change ?? {};
    changed = stationSettingsSchema.parse({
      ...changed,
      ...change,
      retention: { ...changed.retention, ...retention },
    });
  }

  const open = goingPublicChecks({ settings: changed, ...wellSetUp, isEncrypted: false });

  expect(open.filter(({ isSafe }) => !isSafe).map(({ name }) => name)).toEqual(["Encryption"]);
});

test("a page from another machine recommends that guests only request; each way is one button", () => {
  const guests = (guestQueueActions: "full" | "requests only", hostname: string) =>
    goingPublicChecks({
      settings: { ...settings, guestQueueActions },
      ...wellSetUp,
      isOnThisMachine: isLoopbackHost(hostname),
    }).find(({ name }) => name === "Guest queue actions");

  expect(
    ["localhost", "127.0.0.1", "[::1]"].map((host) => guests("full", host)?.text),
  ).not.toContainEqual(expect.stringContaining("recommended"));
  expect(guests("full", "radio.example")).toMatchObject({
    text: expect.stringContaining("Requests only is recommended"),
    fix: { change: { guestQueueActions: "requests only" } },
  });
  expect(guests("requests only", "radio.example")).toMatchObject({
    isSafe: true,
    now: "Guests can request songs, and nothing else.",
    undo: { action: "Allow all again", change: { guestQueueActions: "full" } },
  });
});

test("a page over https warns that browsers play no stream over http, with the setting", () => {
  const streamUrl = "http://radio.example:8000/stream.mp3";
  const open = goingPublicChecks({ settings, ...wellSetUp, streamUrl }).filter(
    ({ name, isSafe }) => name === "Stream over https" && !isSafe,
  );

  expect(open.map(({ text }) => text)).toEqual([expect.stringContaining("Set PUBLIC_URL")]);
});
