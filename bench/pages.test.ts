import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../scripts/stage.ts";
import { keptResults, pagesOf } from "./pages.ts";

test("docs/performance.md, its pictures and docs/scale.md say what the kept results say", async () => {
  const pages = [...(await pagesOf(keptResults()))];
  const written = pages.map(([name]) => [name, readFileSync(path.join(projectRoot, name), "utf8")]);

  expect(pages.length).toBeGreaterThan(2);
  expect(written).toEqual(pages);
});

test("each kept result and each picture is on a page", async () => {
  const kept = globSync("bench/kept/*.json", { cwd: projectRoot }).toSorted();
  const pictures = globSync("docs/performance/*", { cwd: projectRoot }).toSorted();
  const pages = [...(await pagesOf(keptResults())).keys()];

  expect(
    keptResults()
      .map(({ bench }) => `bench/kept/${bench}.json`)
      .toSorted(),
  ).toEqual(kept);
  expect(pages.filter((name) => name.endsWith(".svg")).toSorted()).toEqual(pictures);
});
