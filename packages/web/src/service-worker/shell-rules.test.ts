import { expect, test } from "vitest";
import { decideAnswer, outdatedShells } from "./shell-rules.ts";

const shell = { origin: "https://radio.example", files: new Set(["/favicon.svg"]) };
const get = { method: "GET", mode: "no-cors", hasRange: false };

test.each([
  ["/", "page"],
  ["/library", "page"],
  ["/settings?section=logs", "page"],
  ["/no/such/place", "page"],
  ["/api/docs", "network"],
  ["/api", "network"],
  ["/docs", "network"],
  ["/docs/first-hour", "network"],
  ["/metrics", "network"],
  ["/stream.mp3", "network"],
  ["/hls/live.m3u8", "network"],
  ["/apiary", "page"],
])("a page at %s is answered by %s", (path, answer) => {
  const url = `https://radio.example${path}`;

  expect(decideAnswer({ ...get, mode: "navigate", url }, shell)).toBe(answer);
});

test.each([
  ["/assets/index-abc.js", "file"],
  ["/favicon.svg", "file"],
  ["/api/queue", "network"],
  ["/api/tracks/1/art?size=256", "network"],
  ["/stream.mp3?cid=1", "network"],
  ["/hls/segment-1.ts", "network"],
  ["/ws", "network"],
  ["/service-worker.js", "network"],
  ["/manifest.webmanifest", "network"],
])("a page's request for %s is answered by %s", (path, answer) => {
  expect(decideAnswer({ ...get, url: `https://radio.example${path}` }, shell)).toBe(answer);
});

test.each([
  ["a part of a file", { hasRange: true }],
  ["a question that is no GET", { method: "POST" }],
  ["another origin", { url: "https://radio.example:8000/assets/index-abc.js" }],
])("%s is never answered", (_what, change) => {
  const request = { ...get, url: "https://radio.example/assets/index-abc.js", ...change };

  expect(decideAnswer(request, shell)).toBe("network");
});

test("the previous version is kept, older ones are deleted, and other caches stay", () => {
  const names = ["shell-1", "other", "shell-2", "shell-4", "shell-3"];

  expect(outdatedShells(names, { prefix: "shell-", present: "shell-4" })).toEqual([
    "shell-1",
    "shell-2",
  ]);
});
