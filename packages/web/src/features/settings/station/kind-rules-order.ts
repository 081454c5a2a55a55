import type { KindRule } from "@neonrelay/contract/callers";

type Rules = readonly KindRule[];

export function withRule(rules: Rules, index: number, rule: KindRule): KindRule[] {
  return rules.map((other, at) => (at === index ? rule : other));
}

export function withoutRule(rules: Rules, index: number): KindRule[] {
  return rules.filter((_, at) => at !== index);
}

/** Moves a rule up, so that it is tried earlier. */
export function withRuleUp(rules: Rules, index: number): KindRule[] {
  const moved = rules.slice(index, index + 1);
  return index === 0 ? [...rules] : withoutRule(rules, index).toSpliced(index - 1, 0, ...moved);
}
