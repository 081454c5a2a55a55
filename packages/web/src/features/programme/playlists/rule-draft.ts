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

/** A rule as typed: lists with one entry per line, numbers as text, '' for what is omitted. */
export type RuleDraft = Readonly<Record<RuleList | RuleNumber, string>> & {
  readonly kinds: readonly ContentKind[];
};

export function ruleDraftOf(rule: SmartRule): RuleDraft {
  const lines = (name: RuleList) => (rule[name] ?? []).join("\n");
  const number = (name: RuleNumber) => String(rule[name] ?? "");
  return {
    kinds: rule.kinds,
    genres: lines("genres"),
    artists: lines("artists"),
    words: lines("words"),
    yearFrom: number("yearFrom"),
    yearTo: number("yearTo"),
    shortestSeconds: number("shortestSeconds"),
    longestSeconds: number("longestSeconds"),
    quietestLufs: number("quietestLufs"),
    loudestLufs: number("loudestLufs"),
    addedWithinDays: number("addedWithinDays"),
    notPlayedForDays: number("notPlayedForDays"),
    favouritesAtLeast: number("favouritesAtLeast"),
  };
}

/** The typed rule, for the station. Omits invalid numbers: a number field then has no text. */
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
