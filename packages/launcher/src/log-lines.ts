import * as z from "zod";

const namedLineSchema = z.object({ part: z.string().max(20) });
const PART_WIDTH = 8;

/**
 * Prefixes a part's output line with the part's name: `engine
 * {…}`. JSON lines name their part themselves.
 */
export function prefixLine({
  line,
  part,
}: {
  readonly line: string;
  readonly part: string;
}): string {
  return `${partOf(line, part).padEnd(PART_WIDTH)} | ${line}`;
}

function partOf(line: string, fallback: string): string {
  if (!line.startsWith("{")) return fallback;
  try {
    const parsed = namedLineSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data.part : fallback;
  } catch {
    return fallback; // only looks like JSON: pass it on unchanged
  }
}
