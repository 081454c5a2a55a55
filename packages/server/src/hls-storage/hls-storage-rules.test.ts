import type { HlsStorage } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { offeredPlaylist, toHlsCopy, toWantedStorage, withSecret } from "./hls-storage-rules.ts";
import { testStatus } from "../radio/test-status.ts";

const store = {
  endpoint: "https://s3.example.com",
  region: "us-east-1",
  bucket: "radio",
  folder: "hls",
  accessKeyId: "KEY",
  secretAccessKey: "s3cret",
};
const kept: HlsStorage = { isOn: true, store, publicUrl: "https://cdn.example.com/hls" };
const entered = (change: Partial<typeof store>): HlsStorage => ({
  ...kept,
  store: { ...store, secretAccessKey: "", ...change },
});

test.each([
  ["nothing else", {}, "s3cret"],
  ["another bucket and folder", { bucket: "other", folder: "" }, "s3cret"],
  ["a new secret", { secretAccessKey: "new" }, "new"],
  ["another storage and the secret", { endpoint: "https://b.example", secretAccessKey: "x" }, "x"],
])("with %s the secret is kept or replaced", (_what, change, secret) => {
  expect(withSecret(entered(change), kept)?.store?.secretAccessKey).toBe(secret);
});

test.each([
  ["another storage", { endpoint: "https://evil.example" }],
  ["no TLS any more", { endpoint: "http://s3.example.com" }],
  ["another key ID", { accessKeyId: "OTHER" }],
])("with %s the secret has to be entered again", (_what, change) => {
  expect(withSecret(entered(change), kept)).toBeNull();
});

test("a secret never entered is missing, and without a storage none is needed", () => {
  const none: HlsStorage = { isOn: false, store: null, publicUrl: "" };

  expect(withSecret(entered({}), none)).toBeNull();
  expect(withSecret(none, kept)).toEqual(none);
});

test("on-air gets the secret, but nothing while the copy is off; people never get it", () => {
  expect(toWantedStorage(kept)).toEqual(store);
  expect(toWantedStorage({ ...kept, isOn: false })).toBeNull();
  expect(JSON.stringify(toHlsCopy(kept, testStatus(null)))).not.toContain("s3cret");
});

test("the state is what on-air reports", () => {
  const nothing = {
    since: null,
    pushedAt: null,
    behindSeconds: 0,
    lostSegments: 0,
    problem: null,
    retryAt: null,
  };
  const status = testStatus(null);
  const failing = {
    state: "failing" as const,
    sinceMs: 0,
    pushedAtMs: null,
    behindSeconds: 12,
    lostSegments: 3,
    problem: { text: "the storage has no bucket 'radio'", atMs: 1000 },
    retryAtMs: 2000,
  };

  expect(toHlsCopy({ ...kept, isOn: false }, status).state).toEqual({ status: "off", ...nothing });
  expect(toHlsCopy(kept, null).state).toEqual({ status: "unknown", ...nothing });
  expect(toHlsCopy(kept, status).state).toEqual({ status: "idle", ...nothing });
  expect(toHlsCopy(kept, { ...status, hlsStorage: failing })).toMatchObject({
    playlistUrl: "https://cdn.example.com/hls/live.m3u8",
    state: {
      status: "failing",
      since: "1970-01-01T00:00:00.000Z",
      pushedAt: null,
      behindSeconds: 12,
      lostSegments: 3,
      problem: { text: "the storage has no bucket 'radio'", at: "1970-01-01T00:00:01.000Z" },
      retryAt: "1970-01-01T00:00:02.000Z",
    },
  });
  expect(toHlsCopy({ ...kept, publicUrl: "" }, status).playlistUrl).toBeNull();
});

test("players are sent to the storage while it has the programme and a public address", () => {
  const copy = {
    state: "copying" as const,
    sinceMs: 0,
    pushedAtMs: 1000,
    behindSeconds: 0,
    lostSegments: 0,
    problem: null,
    retryAtMs: null,
  };

  expect(offeredPlaylist(kept, copy)).toBe("https://cdn.example.com/hls/live.m3u8");
  expect(offeredPlaylist({ publicUrl: "" }, copy)).toBeNull();
  expect(offeredPlaylist(kept, { ...copy, pushedAtMs: null })).toBeNull();
  expect(offeredPlaylist(kept, { ...copy, state: "failing" })).toBeNull();
});
