import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./stage.ts";

const root = path.join(projectRoot, "packages/web/src");
/** Reads the key directly, and so mistakes an input method's Enter for a real one. */
const readsKey =
  /\bevent\.(?:key|code|keyCode)\b|\.isComposing\b|\{[^}]*\bisComposing\b[^}]*\} =|\bkey\b[^)]*\}: (?:React\.)?KeyboardEvent\b/;
/** Not key handlers: these listen to storage and to a closing socket. */
const others = ["browser/pressed-key.ts", "browser/chosen-setting.ts", "socket/station-socket.ts"];

test("every key handler in the web app uses pressedKey", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: root, exclude: ["**/*.test.{ts,tsx}"] });
  const own = files.filter((file) => readsKey.test(readFileSync(path.join(root, file), "utf8")));
  const handlers = files.filter((file) =>
    /onKeyDown=\{\(|: KeyboardEvent[<)]/.test(readFileSync(path.join(root, file), "utf8")),
  );
  const unasked = handlers.filter(
    (file) => !readFileSync(path.join(root, file), "utf8").includes("pressedKey("),
  );

  expect(own.toSorted()).toEqual(others.toSorted());
  expect(handlers.length).toBeGreaterThan(10);
  expect(unasked).toEqual([]);
});
