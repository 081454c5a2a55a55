import { expect, test } from "vitest";
import { MAX_OLD_ADDRESSES } from "@neonrelay/contract";
import { addOldAddresses, readOldPath } from "./old-address-rules.ts";

const oldPathOf = (text: string) => readOldPath(text).path;

test("an old address is a path of its own, in the form of a request", () => {
  expect(oldPathOf("/listen/kaese/radio.mp3")).toBe("/listen/kaese/radio.mp3");
  expect(oldPathOf("/live & loud.mp3")).toBe("/live%20&%20loud.mp3");
  expect(oldPathOf("/a/../b.mp3")).toBe("/b.mp3");
  for (const path of [
    "/streaming.mp3",
    "/stream",
    "/stream/1",
    "/stream.ogg",
    "/status",
    "/status.xsl",
    "/",
    "/;",
  ])
    expect(oldPathOf(path)).toBe(path);
});

test.each([
  "",
  "//other.example/x",
  "http://other.example/x",
  "radio.mp3",
  "/x?y=1",
  "/x#y",
  "/x\\y",
  "/x\r\ny",
  "/stream.mp3",
  "/x/../stream.mp3",
  "/hls/live.m3u8",
  "/admin/metadata",
  "/stream.m3u",
  "/admin.cgi",
  "/api/health",
  "/ws",
  "/status-json.xsl",
  `/${"x".repeat(300)}`,
])("%j can't be an old address: the station's own paths and other servers are excluded", (path) => {
  expect(oldPathOf(path)).toBeNull();
});

test("a refused address comes with the reason", () => {
  const whyOf = (path: string) => addOldAddresses([], [{ path, codec: "mp3" }]).refused[0]?.why;

  expect(whyOf("/x?y=1")).toMatch(/^write a path alone/);
  expect(whyOf("/stream.mp3")).toBe("the station serves something else at this address");
});

test("existing addresses stay, others are added up to a limit", () => {
  const codec = "mp3";
  const many = Array.from({ length: MAX_OLD_ADDRESSES }, (_, index) => ({
    path: `/old/${index}`,
    codec: "aac" as const,
  }));

  const { after, refused } = addOldAddresses(
    [{ path: "/old/1", codec }],
    [...many, { path: "/stream.mp3", codec }],
  );

  expect(after).toHaveLength(MAX_OLD_ADDRESSES);
  expect(after[0]).toEqual({ path: "/old/1", codec });
  expect(refused.map(({ path }) => path)).toEqual(["/stream.mp3"]);
  expect(addOldAddresses(after, [{ path: "/one/more", codec }]).refused).toEqual([
    { path: "/one/more", why: "at most 100 old addresses are possible" },
  ]);
});
