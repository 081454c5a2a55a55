import { expect, test } from "vitest";
import { isKnownHash } from "./bring-djs.ts";

test("only hashes that the station can verify at an acceptable cost are imported", () => {
  const rest = "$c29tZXNhbHRzb21lc2FsdA$9Zg5oSjVw0tIZk4Kp0s1yD6CqkFSHlsQ";
  expect(isKnownHash(`$argon2id$v=19$m=65536,t=4,p=1${rest}`)).toBe(true);
  expect(isKnownHash(`$argon2id$v=19$m=999999,t=4,p=1${rest}`)).toBe(false);
  expect(isKnownHash(`$argon2id$v=19$m=65536,t=99,p=1${rest}`)).toBe(false);
  expect(isKnownHash("$2y$10$abcdefghijklmnopqrstuv")).toBe(false);
  expect(isKnownHash("5f4dcc3b5aa765d61d8327deb882cf99")).toBe(false);
});
