import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import * as client from "@neonrelay/irc/client";
import * as protocol from "@neonrelay/irc/protocol";
import * as server from "@neonrelay/irc/server";
import * as contract from "@neonrelay/contract";
import { projectRoot } from "./stage.ts";

/** The contract's own descriptions are their example. */
const withoutExample = new Set(["defineApi", "defineCalls"]);
/** Function, what its example gives, and what the comment says. */
type Result = readonly [name: string, given: unknown, said: unknown];

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
  const names = Object.keys(exported).filter((name) =>
    examples.some(({ lines }) => lines.some((line) => new RegExp(`\\b${name}\\b`).test(line))),
  );
  const program = `export default async ({ ${names.join(", ")} }) => {
    const results = [];
    ${examples.map(body).join("\n")}
    return results;
  }`;
  const { default: run }: { default: (parts: typeof exported) => Promise<readonly Result[]> } =
    await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(program)}`);

  const results = await run(exported);

  expect(results.map(([name, value]) => [name, value])).toEqual(
    results.map(([name, , value]) => [name, value]),
  );
  expect(results.length).toBeGreaterThanOrEqual(examples.length);
});
