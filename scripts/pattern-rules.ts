import { check } from "recheck";
import { parseSync, Visitor, type ESTree } from "vite";

/** A regular expression in the code. */
export interface Pattern {
  readonly line: number;
  /** null: built at run time, so it can't be checked. */
  readonly literal: { readonly source: string; readonly flags: string } | null;
}

type Judgement =
  | { readonly kind: "linear" }
  /** @param detail why its time may grow faster than the text, or why that is unknown */
  | { readonly kind: "slow" | "unknown"; readonly detail: string };

/** Limit per pattern, in ms; our slowest takes a fifth of it. */
const CHECK_LIMIT_MS = 20_000;

/** String methods that turn a string argument into a pattern. */
const patternMethods: readonly string[] = ["match", "matchAll", "search"];

/**
 * Every pattern of a file, in order: literals, any use of RegExp, strings passed to methods that take a pattern, and
 * the attribute a browser uses to validate a field.
 * @throws the first parse error of the text
 */
export function findPatterns(name: string, text: string): readonly Pattern[] {
  const { program, errors } = parseSync(name, text);
  if (errors[0] !== undefined) throw new Error(`${name}: ${errors[0].message}`);
  const patterns: Pattern[] = [];
  const add = (start: number, literal: Pattern["literal"]): void => {
    patterns.push({ line: text.slice(0, start).split("\n").length, literal });
  };
  const addText = (node: ESTree.Node, flags: string): void => {
    if (node.type === "TemplateLiteral") add(node.start, null);
    if (node.type === "Literal" && typeof node.value === "string")
      add(node.start, { source: node.value, flags });
  };
  const addCall = ({ start, callee, arguments: given }: ESTree.CallExpression): void => {
    if (isRegExp(callee)) return add(start, null);
    const [first] = given;
    const method = callee.type === "MemberExpression" ? nameOf(callee.property) : undefined;
    if (first !== undefined && method !== undefined && patternMethods.includes(method))
      addText(first, method === "matchAll" ? "g" : "");
  };
  new Visitor({
    Literal: (node) => {
      if (!("regex" in node)) return;
      add(node.start, { source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: ({ start, callee }) => {
      if (isRegExp(callee)) add(start, null);
    },
    CallExpression: addCall,
    VariableDeclarator: ({ start, init }) => {
      if (init !== null && isRegExp(init)) add(start, null);
    },
    JSXAttribute: ({ start, name, value }) => {
      if (name.type !== "JSXIdentifier" || name.name !== "pattern" || value === null) return;
      if (value.type === "Literal") addText(value, "v");
      else add(start, null);
    },
  }).visit(program);
  return patterns.toSorted((one, other) => one.line - other.line);
}

/** `RegExp`, `globalThis.RegExp`, `window["RegExp"]`. */
function isRegExp(node: ESTree.Node): boolean {
  if (node.type === "Identifier") return node.name === "RegExp";
  return node.type === "MemberExpression" && nameOf(node.property) === "RegExp";
}

function nameOf(node: ESTree.Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  return node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** Whether a pattern's time is linear in the length of the text, for any text. */
export async function judgePattern(literal: NonNullable<Pattern["literal"]>): Promise<Judgement> {
  const { source, flags } = literal;
  // Without repetition there is no backtracking.
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
