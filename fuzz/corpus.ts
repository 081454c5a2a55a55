import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";

/** A saved input. If it is text, each character stands for one byte. */
const savedSchema = z.union([
  z.strictObject({ why: z.string(), text: z.string() }),
  z.strictObject({ why: z.string(), base64: z.base64() }),
]);

interface SavedInput {
  /** What was wrong with it, or why it is kept. */
  readonly why: string;
  readonly bytes: Buffer;
}

const folder = path.join(import.meta.dirname, "corpora");

/** The file with a target's saved inputs: one JSON object per line. */
export function corpusFile(target: string): string {
  return path.join(folder, `${target}.jsonl`);
}

/** @returns an empty list for a target without a file */
export function readCorpus(target: string): readonly SavedInput[] {
  const file = corpusFile(target);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const saved = savedSchema.parse(JSON.parse(line));
      const bytes =
        "text" in saved ? Buffer.from(saved.text, "latin1") : Buffer.from(saved.base64, "base64");
      return { why: saved.why, bytes };
    });
}

/** Adds an input unless it is already saved. */
export function saveInput(target: string, { why, bytes }: SavedInput): void {
  if (readCorpus(target).some((saved) => saved.bytes.equals(bytes))) return;
  const text = bytes.toString("latin1");
  const isText = (text.match(/[^\t\r\n -~]/g)?.length ?? 0) * 5 <= text.length;
  const saved = isText ? { why, text } : { why, base64: bytes.toString("base64") };
  appendFileSync(corpusFile(target), `${JSON.stringify(saved)}\n`);
}
