import { contentKinds } from "@neonrelay/contract/callers";
import type { ContentKind, SmartRule } from "@neonrelay/contract/callers";

const lists = ["genres", "artists", "words"] as const;
const numbers = [
  "yearFrom",
  "yearTo",
  "shortestSeconds",
  "longestSeconds",
  "quietestLufs",
  "loudestLufs",
  "addedWithinDays",
  "notPlayedForDays",
  "favouritesAtLeast",
] as const;
export type RuleList = (typeof lists)[number];
export type RuleNumber = (typeof numbers)[number];

/** A rule as it is typed: lists one entry a line, numbers as text, '' for what is left out. */
export type RuleDraft = Readonly<Record<RuleList | RuleNumber, string>> & {
  readonly kinds: readonly ContentKind[];
};

export function ruleDraftOf(rule: SmartRule): RuleDraft {
  const { kinds } = rule;
  const texts = {
    ...textsOf(lists, (name) => (rule[name] ?? []).join("\n")),
    ...textsOf(numbers, (name) => String(rule[name] ?? "")),
  };
  return { kinds, ...texts };
}

/** What was typed as the station takes it. What is no number is left out: a field for numbers has none then. */
export function ruleOf(draft: RuleDraft): SmartRule {
  const kinds = contentKinds.filter((kind) => draft.kinds.includes(kind));
  const given = [
    ...lists.map((name) => [name, linesOf(draft[name])] as const),
    ...numbers.map((name) => [name, numberOf(draft[name])] as const),
  ].filter(([, value]) => value !== undefined);
  return { kinds, ...Object.fromEntries(given) };
}

function linesOf(text: string): readonly string[] | undefined {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.length === 0 ? undefined : lines;
}

function numberOf(text: string): number | undefined {
  const number = Number(text);
  return text.trim() === "" || !Number.isFinite(number) ? undefined : number;
}

function textsOf<Name extends string>(
  names: readonly Name[],
  textOf: (name: Name) => string,
): Readonly<Record<Name, string>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<Name, string>;
}
