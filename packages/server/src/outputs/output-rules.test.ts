import { MAX_OUTPUTS, type NewOutput } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { testStatus } from "../radio/test-status.ts";
import {
  findConflict,
  needsPasswordAgain,
  type StoredOutput,
  toIcecastOutput,
  toOutput,
  toStored,
  toStoredChange,
} from "./output-rules.ts";

const server = {
  host: "Icecast.example.org",
  port: 8000,
  mount: "/live",
  username: "source",
  password: "hackme",
};
const stored: StoredOutput = {
  ...server,
  id: "1",
  codec: "mp3",
  isTls: true,
  isPublic: false,
  isEnabled: true,
};
const nothing = { since: null, detail: null, retryAt: null };

test("two outputs can't share a mount, whatever the case of its host", () => {
  const other = { ...stored, id: "2", host: "icecast.example.org" };

  expect(findConflict([stored], other)).toEqual({ kind: "same-mount" });
  expect(findConflict([stored], { ...other, mount: "/Live" })).toBeUndefined();
  expect(findConflict([stored], { ...other, port: 8001 })).toBeUndefined();
  expect(findConflict([stored], stored)).toBeUndefined();
});

test("the number of outputs is limited, and at the limit each may still change", () => {
  const all = Array.from({ length: MAX_OUTPUTS }, (_, n) => ({
    ...stored,
    id: `${n}`,
    mount: `/${n}`,
  }));

  expect(findConflict(all, stored)).toBeUndefined();
  expect(findConflict(all, { ...stored, id: "new" })).toEqual({ kind: "too-many" });
  expect(findConflict(all, { ...stored, id: "0", mount: "/new" })).toBeUndefined();
});

test.each([
  ["another host", { host: "other.example.org" }, true],
  ["another port", { port: 8001 }, true],
  ["no TLS any more", { isTls: false }, true],
  ["its host in lower case", { host: "icecast.example.org" }, false],
])("whether an output with %s needs its password again: %s %s", (_what, change, isNeeded) => {
  expect(needsPasswordAgain(stored, { ...stored, ...change })).toBe(isNeeded);
});

test("an output that gains TLS keeps its password", () => {
  expect(needsPasswordAgain({ ...stored, isTls: false }, stored)).toBe(false);
});

test("a new output is stored with all details of its server, and a change only with the changed ones", () => {
  const wanted: NewOutput = {
    ...server,
    codec: "mp3",
    tls: true,
    isPublic: false,
    isEnabled: true,
  };

  expect(toStored("1", wanted)).toEqual(stored);
  expect(toStoredChange({ tls: false, port: 8001 })).toEqual({ isTls: false, port: 8001 });
  expect(toStoredChange({ port: 8001 })).toEqual({ isTls: undefined, port: 8001 });
});

test("on-air gets the password, people never do", () => {
  const { password: _password, ...shown } = server;

  expect(toIcecastOutput(stored)).toEqual({
    outputId: "1",
    codec: "mp3",
    isPublic: false,
    server: { ...server, isTls: true },
  });
  expect(toOutput(stored, null)).toEqual({
    ...shown,
    id: "1",
    codec: "mp3",
    tls: true,
    isPublic: false,
    isEnabled: true,
    state: { status: "unknown", ...nothing },
  });
});

test("the state of an output comes from on-air", () => {
  const status = testStatus(null);
  const state = { outputId: "1", sinceMs: 0, detail: "refused", retryAtMs: 5000 };

  expect(toOutput(stored, { ...status, outputs: [{ ...state, state: "waiting" }] }).state).toEqual({
    status: "waiting",
    since: "1970-01-01T00:00:00.000Z",
    detail: "refused",
    retryAt: "1970-01-01T00:00:05.000Z",
  });
});

test("an output still unknown to on-air is connecting, unless it or the stream is off", () => {
  const status = testStatus(null);
  const stopped = { ...status, settings: { ...status.settings, isStreaming: false } };

  expect(toOutput(stored, status).state).toEqual({ status: "connecting", ...nothing });
  expect(toOutput(stored, stopped).state).toEqual({ status: "off", ...nothing });
  expect(toOutput({ ...stored, isEnabled: false }, status).state).toEqual({
    status: "off",
    ...nothing,
  });
});
