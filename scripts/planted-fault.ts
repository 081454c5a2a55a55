import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { projectRoot } from "./stage.ts";

const schema = z.strictObject({
  /** Path within the project. */
  file: z.string(),
  /** What a person would notice. */
  breaks: z.string(),
  /** Occurs once in the file. */
  passage: z.string(),
  replacement: z.string(),
});

/** A small fault that some suite should catch. */
export interface PlantedFault extends Readonly<z.infer<typeof schema>> {
  readonly name: string;
}

/** All faults of `scripts/planted-faults`, by name. */
export function readPlantedFaults(): readonly PlantedFault[] {
  return globSync("scripts/planted-faults/*.json", { cwd: projectRoot })
    .toSorted()
    .map((file) => ({
      name: path.basename(file, ".json"),
      ...schema.parse(JSON.parse(readFileSync(path.join(projectRoot, file), "utf8"))),
    }));
}

/** The text with the fault applied. @throws Error unless the passage occurs exactly once */
export function plantFault(
  text: string,
  { name, file, passage, replacement }: PlantedFault,
): string {
  const parts = text.split(passage);
  if (parts.length !== 2)
    throw new Error(
      `The passage of scripts/planted-faults/${name}.json occurs ${parts.length - 1} times in ${file}: code and fault move together`,
    );
  return parts.join(replacement);
}
