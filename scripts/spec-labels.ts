/** The rule labels defined by a SPEC.md, as `- **Q12** …`, in order. */
export function labelsOfSpec(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^- \*\*([A-Z]\d+)\*\* /gm)].map(([, label = ""]) => label);
}

/** The labels at the start of test names, as `[Q12][Q13] …`, and in case tables, as `rule: "Q12"`. */
export function labelsOfTests(source: string): readonly string[] {
  const names = [...source.matchAll(/["`]((?:\[[A-Z]\d+\])+)/g)].flatMap(([, list = ""]) =>
    [...list.matchAll(/[A-Z]\d+/g)].map(([label]) => label),
  );
  const cases = [...source.matchAll(/\brule: "([A-Z]\d+)"/g)].map(([, label = ""]) => label);
  return [...names, ...cases];
}

/** Test names that begin with a label in any form but `[Q12] `. */
export function strayLabels(source: string): readonly string[] {
  const names = source.matchAll(/\b(?:test|describe)\(\s*["`]([A-Z]\d+(?: [A-Z]\d+)*) /g);
  return [...names].map(([, labels = ""]) => labels);
}
