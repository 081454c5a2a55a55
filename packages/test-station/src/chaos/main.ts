/**
 * `npm run chaos`: inflicts one fault after another on a station, while listeners decode a marked programme and web
 * users write. Prints a table, and exits with 1 when a promise is broken.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildWebWhenChanged } from "../../../launcher/src/web-build.ts";
import { tryFault, type FaultResult } from "./fault.ts";
import { rowOf } from "./outcome-rules.ts";
import { faultGroups, type FaultGroup, type Size } from "./groups.ts";

const projectRoot = path.resolve(import.meta.dirname, "../../../..");
const results = path.join(projectRoot, "bench/results");

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: {
    listeners: { type: "string", default: "500" },
    users: { type: "string", default: "50" },
    fault: { type: "string", multiple: true, default: [] },
  },
});
const unknown = wanted.filter((name) => !faultGroups.some((group) => group.name === name));
if (unknown.length > 0) {
  const names = faultGroups.map(({ name }) => name).join(", ");
  console.error(`There is no group ${unknown.join(", ")}; there are ${names}.`);
  process.exit(1);
}
const size: Size = { listeners: Number(values.listeners), users: Number(values.users) };

await buildWebWhenChanged({
  projectRoot,
  onLine: console.log,
  signal: AbortSignal.timeout(300_000),
});
const all: FaultResult[] = [];
for (const group of faultGroups) {
  if (wanted.length > 0 && !wanted.includes(group.name)) continue;
  const lacks = group.lacks();
  if (lacks === null) all.push(...(await tryGroup(group)));
  else console.error(`${group.name} is skipped: it needs ${lacks}`);
}
mkdirSync(results, { recursive: true });
writeFileSync(
  path.join(results, "chaos.json"),
  `${JSON.stringify({ name: "chaos", at: new Date().toISOString(), cpu: os.cpus()[0]?.model ?? "unknown", cores: os.cpus().length, ...size, faults: all }, null, 2)}\n`,
);
console.table(all.map(rowOf));
for (const { fault, broken } of all)
  for (const sentence of broken) console.error(`broken: ${fault}: ${sentence}`);
process.exit(all.some(({ broken }) => broken.length > 0) ? 1 : 0);

async function tryGroup(group: FaultGroup): Promise<readonly FaultResult[]> {
  console.log(`\n${group.name}`);
  await using stack = new AsyncDisposableStack();
  const { scene, faults } = await group.open(size, stack);
  const tried: FaultResult[] = [];
  for (const fault of faults) {
    const isWanted =
      values.fault.length === 0 || values.fault.some((text) => fault.name.includes(text));
    if (!isWanted) continue;
    const result = await tryFault(fault, scene, { timeFactor: 1, playsOn: true });
    tried.push(result);
    console.log(JSON.stringify(rowOf(result)));
    for (const sentence of result.broken) console.error(`broken: ${sentence}`);
    for (const line of result.said) console.error(`the station: ${line}`);
    // A station that is still ill would spoil the next fault's result.
    if (result.wellAfterMs === null) break;
  }
  return tried;
}
