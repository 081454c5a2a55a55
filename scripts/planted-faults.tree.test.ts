import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { plantFault, readPlantedFaults } from "./planted-fault.ts";
import { projectRoot } from "./stage.ts";

test.each(readPlantedFaults().map((fault) => [fault.name, fault] as const))(
  "the planted fault %s fits its file",
  (_name, fault) => {
    const text = readFileSync(path.join(projectRoot, fault.file), "utf8");

    expect(plantFault(text, fault)).not.toBe(text);
  },
);

test("there are forty planted faults, one per file", () => {
  const files = readPlantedFaults().map(({ file }) => file);

  expect(files).toHaveLength(40);
  expect(new Set(files).size).toBe(files.length);
});
