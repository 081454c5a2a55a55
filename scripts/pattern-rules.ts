import { check } from "recheck";
import { parseSync, Visitor } from "vite";

/** A regular expression of the code. */
export interface Pattern {
  readonly line: number;
  /** null: put together while the program runs, which nothing can check. */
  readonly literal: { readonly source: string; readonly flags: string } | null;
}

export type Judgement =
  | { readonly kind: "linear" }
  /** @param detail why the time it takes may grow faster than the text, or what keeps that from being known */
  | { readonly kind: "slow" | "unknown"; readonly detail: string };

/** For a pattern, in ms; the slowest of ours takes a fifth of it. */
const CHECK_LIMIT_MS = 20_000;

/**
 * Every literal and every call of RegExp in a file, from its first to its last.
 * @throws what is wrong with the text, when it can't be parsed
 */
export function findPatterns(name: string, text: string): readonly Pattern[] {
  const { program, errors } = parseSync(name, text);
  if (errors[0] !== undefined) throw new Error(`${name}: ${errors[0].message}`);
  const patterns: Pattern[] = [];
  const add = (start: number, literal: Pattern["literal"]): void => {
    patterns.push({ line: text.slice(0, start).split("\n").length, literal });
  };
  const addCall = ({
    start,
    callee,
  }: {
    readonly start: number;
    readonly callee: object;
  }): void => {
    if ("name" in callee && callee.name === "RegExp") add(start, null);
  };
  new Visitor({
    Literal: (node) => {
      if (!("regex" in node)) return;
      add(node.start, { source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: addCall,
    CallExpression: addCall,
  }).visit(program);
  return patterns;
}

/** Whether the time a pattern takes grows with the length of the text alone, whatever the text is. */
export async function judgePattern(literal: NonNullable<Pattern["literal"]>): Promise<Judgement> {
  const { source, flags } = literal;
  // Without repetition there is nothing to come back to.
  if (!/[*+]|\{\d+,/.test(source)) return { kind: "linear" };
  const found = await check(source, flags, { checker: "automaton", timeout: CHECK_LIMIT_MS });
  switch (found.status) {
    case "safe":
      return { kind: "linear" };
    case "vulnerable":
      return { kind: "slow", detail: found.complexity.summary };
    case "unknown":
      return { kind: "unknown", detail: found.error.kind };
    default:
      return found satisfies never;
  }
}
