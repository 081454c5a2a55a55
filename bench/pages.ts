import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { format } from "oxfmt";
import { projectRoot } from "../scripts/stage.ts";
import { chaosPage, chaosResultSchema, keptAfter, type ChaosResult } from "./chaos-page-rules.ts";
import { keptBenches, performancePage, plotsOf } from "./performance-page-rules.ts";
import { scalePage } from "./scale-page-rules.ts";
import { storedResultSchema, type StoredResult } from "./stored-result.ts";

/** Results shown in the documents. */
const keptFolder = path.join(projectRoot, "bench/kept");
const chaosFile = path.join(keptFolder, "chaos.json");

/** Copies the results the documents need from a folder; earlier copies of any missing there stay. */
export async function keepResults(folder: string): Promise<void> {
  await mkdir(keptFolder, { recursive: true });
  const names = existsSync(folder) ? await readdir(folder) : [];
  for (const bench of keptBenches) {
    if (!names.includes(`${bench}.json`)) continue;
    const result = readResult(path.join(folder, `${bench}.json`));
    const { code } = await format(`${bench}.json`, JSON.stringify(result));
    await writeFile(path.join(keptFolder, `${bench}.json`), code);
  }
  if (names.includes("chaos.json")) await keepChaos(path.join(folder, "chaos.json"));
}

async function keepChaos(file: string): Promise<void> {
  const result = chaosResultSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const kept = keptAfter(result, keptChaos());
  if (kept === null) console.log("chaos.json is not taken over: what is kept has another crowd");
  else await writeFile(chaosFile, (await format("chaos.json", JSON.stringify(kept))).code);
}

/** @returns null when none is stored */
export function keptChaos(): ChaosResult | null {
  return existsSync(chaosFile)
    ? chaosResultSchema.parse(JSON.parse(readFileSync(chaosFile, "utf8")))
    : null;
}

/** In document order. */
export function keptResults(): readonly StoredResult[] {
  return keptBenches
    .map((bench) => path.join(keptFolder, `${bench}.json`))
    .filter((file) => existsSync(file))
    .map(readResult);
}

/** The formatted text of each document and picture made from results, by its path in the project. */
export async function pagesOf(
  results: readonly StoredResult[],
  chaos: ChaosResult | null,
): Promise<ReadonlyMap<string, string>> {
  const formatted = async (name: string, text: string): Promise<readonly [string, string]> => [
    name,
    (await format(name, text)).code,
  ];
  return new Map([
    await formatted("docs/measured/performance.md", performancePage(results)),
    await formatted("docs/measured/scale.md", scalePage(results)),
    await formatted("docs/measured/chaos-outcomes.md", chaosPage(chaos)),
    ...plotsOf(results).map(({ name, svg }) => [`docs/measured/plots/${name}.svg`, svg] as const),
  ]);
}

/** Writes them, and deletes pictures no longer on any page. */
export async function writePages(): Promise<void> {
  const pages = await pagesOf(keptResults(), keptChaos());
  const pictures = path.join(projectRoot, "docs/measured/plots");
  await rm(pictures, { recursive: true, force: true });
  await mkdir(pictures);
  for (const [name, text] of pages) await writeFile(path.join(projectRoot, name), text);
  console.log([...pages.keys()].join("\n"));
}

/** @throws when it is not a result */
function readResult(file: string): StoredResult {
  return storedResultSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}
