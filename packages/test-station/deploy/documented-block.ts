import { readFileSync } from "node:fs";
import path from "node:path";
import { readCommandBlocks } from "../../../scripts/command-blocks.ts";

const checkout = path.resolve(import.meta.dirname, "../../..");

/**
 * The command block of a document that contains these words.
 * @throws when it is not marked as run by a suite
 */
export function documentedBlock(document: string, words: string): string {
  const text = readFileSync(path.join(checkout, document), "utf8");
  const block = readCommandBlocks(document, text).find(({ code }) => code.includes(words));
  if (block?.mark.kind !== "run-by") throw new Error(`${document} has no run-by block: ${words}`);
  return block.code;
}
