/** A block of commands in a document. */
interface CommandBlock {
  readonly document: string;
  readonly line: number;
  readonly code: string;
  readonly mark: Mark;
}

/**
 * How a test treats a block: what it needs, or why it can't run.
 * - `start`: each line starts a station; `station`: one is running on its usual ports; `stopped`: its data exist.
 * - `exits`: the accepted exit codes; `goesOn`: it runs until stopped.
 */
type Mark =
  | {
      readonly kind: "run";
      readonly needs: (typeof needs)[number];
      readonly exits: readonly number[];
      readonly goesOn: boolean;
    }
  /** A suite of packages/test-station/deploy reads the block from the document and runs it. */
  | { readonly kind: "run-by"; readonly suite: string }
  | { readonly kind: "not-run"; readonly reason: string }
  | { readonly kind: "unknown"; readonly info: string };

const needs = ["start", "station", "stopped"] as const;
const fence = /^( *)(`{3,})(\S*)(.*)\n([\s\S]*?)^ *\2$/gm;
const shells = new Set(["sh", "bash", "shell", "console"]);

/** The lines of a block, without trailing remarks. */
export function linesOf(code: string): readonly string[] {
  return code
    .split("\n")
    .map((line) => line.replace(/ +#.*/, "").trim())
    .filter((line) => line !== "");
}

/** Every block of commands in a document. */
export function readCommandBlocks(document: string, text: string): readonly CommandBlock[] {
  return [...text.matchAll(fence)].flatMap((found) => {
    const [, , , language = "", info = "", code = ""] = found;
    if (!shells.has(language)) return [];
    const line = text.slice(0, found.index).split("\n").length;
    const mark = language === "sh" ? readMark(info) : { kind: "unknown" as const, info: language };
    return [{ document, line, code, mark }];
  });
}

function readMark(info: string): Mark {
  const reason = /^ not-run="([^"]{10,})"$/.exec(info)?.[1];
  if (reason !== undefined) return { kind: "not-run", reason };
  const suite = /^ run-by="([a-z-]+\.deploy)"$/.exec(info)?.[1];
  if (suite !== undefined) return { kind: "run-by", suite };
  const found = /^ run="(\w+)"(?: exits="([\d ]+)")?( goes-on)?$/.exec(info);
  const wanted = needs.find((need) => need === found?.[1]);
  if (wanted === undefined) return { kind: "unknown", info: info.trim() };
  const exits = (found?.[2] ?? "0").split(" ").map(Number);
  return { kind: "run", needs: wanted, exits, goesOn: found?.[3] !== undefined };
}
