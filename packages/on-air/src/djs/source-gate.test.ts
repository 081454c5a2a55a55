import { createHash } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { createLog } from "@neonrelay/process/log";
import { expect, test } from "vitest";
import { DjKeys } from "./dj-keys.ts";
import { SourceGate } from "./source-gate.ts";

test("[S4] wrong keys from an address don't lock out the right key", () => {
  const log = createLog({ part: "test", level: "silent" });
  const keys = new DjKeys({ path: path.join(os.tmpdir(), "no-such-folder", "keys.json"), log });
  const keyHash = createHash("sha256").update("right").digest("hex");
  keys.set([{ userId: "1", username: "dj", djName: "DJ", keyHash }]);
  const gate = new SourceGate({ keys, onRefused: () => {} });
  const tryKey = (key: string) => gate.check({ username: "dj", key }, "192.0.2.1").kind;

  const wrong = Array.from({ length: 8 }, () => tryKey("wrong"));

  expect(wrong.at(-1)).toBe("wait");
  expect(tryKey("right")).toBe("let-in");
});
