import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import * as client from "@neonrelay/irc/client";
import * as protocol from "@neonrelay/irc/protocol";
import * as server from "@neonrelay/irc/server";
import * as contract from "@neonrelay/contract";
import { projectRoot } from "./stage.ts";

/** Functions of the contract that only its own files call, or whose answer is a schema. */
const withoutExample = new Set(["decodeLevels", "defineApi", "defineCalls", "encodeLevels"]);
const exported: Readonly<Record<string, unknown>> = {
  ...protocol,
  ...client,
  ...server,
  ...contract,
};
const examples = globSync("packages/{irc,contract}/src/**/*.ts", { cwd: projectRoot }).flatMap(
  (file) => {
    const text = readFileSync(path.join(projectRoot, file), "utf8");
    const documented =
      /@example\n((?: \* .*\n)+) \*\/\nexport (?:async )?(?:function|class) (\w+)/g;
    return [...text.matchAll(documented)].map(([, lines = "", name = ""]) => ({
      name,
      lines: lines
        .trimEnd()
        .split("\n")
        .map((line) => line.slice(" * ".length)),
    }));
  },
);
const written = path.join(projectRoot, "scripts", `examples-${process.pid}.tmp.mjs`);
afterAll(() => rmSync(written, { force: true }));

test("every function that irc and contract export has an example", () => {
  const functions = Object.keys(exported).filter(
    (name) => typeof exported[name] === "function" && !withoutExample.has(name),
  );

  expect(functions.filter((name) => !examples.some((example) => example.name === name))).toEqual(
    [],
  );
});

test("every example gives what it says", async () => {
  // `expression; // value` is compared; other lines are run as they are.
  const body = ({ name, lines }: (typeof examples)[number]): string => {
    const run = lines.map((line) => {
      const [, expression, value] = /^(.*); \/\/ (.*)$/.exec(line) ?? [];
      return value === undefined ? line : `results.push(["${name}", ${expression}, ${value}]);`;
    });
    return `{\n${run.join("\n")}\n}`;
  };
  const sources = ["irc/src/protocol", "irc/src/client", "irc/src/server", "contract/src"];
  const imports = sources.map(
    (source, index) => `import * as m${index} from "../packages/${source}/index.ts";`,
  );
  const names = Object.keys(exported).filter((name) =>
    examples.some(({ lines }) => lines.some((line) => new RegExp(`\\b${name}\\b`).test(line))),
  );
  writeFileSync(
    written,
    `${imports.join("\n")}
export const results = [];
const { ${names.join(", ")} } = { ...m0, ...m1, ...m2, ...m3 };
${examples.map(body).join("\n")}
`,
  );

  const { results }: { results: readonly (readonly [string, unknown, unknown])[] } = await import(
    /* @vite-ignore */ written
  );

  expect(results.map(([name, value]) => [name, value])).toEqual(
    results.map(([name, , value]) => [name, value]),
  );
  expect(results.length).toBeGreaterThanOrEqual(examples.length);
});
