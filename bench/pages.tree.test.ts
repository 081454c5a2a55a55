import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../scripts/stage.ts";
import { keptChaos, keptResults, pagesOf } from "./pages.ts";

test("pages and pictures made from results match the stored ones", async () => {
  const pages = [...(await pagesOf(keptResults(), keptChaos()))];
  const written = pages.map(([name]) => [name, readFileSync(path.join(projectRoot, name), "utf8")]);

  expect(pages.length).toBeGreaterThan(2);
  expect(written).toEqual(pages);
});

test("each stored result and each picture is on a page", async () => {
  const kept = globSync("bench/kept/*.json", { cwd: projectRoot }).toSorted();
  const pictures = globSync("docs/measured/plots/*", { cwd: projectRoot }).toSorted();
  const pages = [...(await pagesOf(keptResults(), keptChaos())).keys()];

  const benches = keptResults().map(({ bench }) => bench);
  const names = keptChaos() === null ? benches : [...benches, "chaos"];

  expect(names.map((name) => `bench/kept/${name}.json`).toSorted()).toEqual(kept);
  expect(pages.filter((name) => name.endsWith(".svg")).toSorted()).toEqual(pictures);
});
