import { projectNames, type ProjectName, type Selection } from "./suite-kinds.ts";

/** Applies `take` to each project's suites, and drops projects left without any. */
export function takeSuites(
  selection: Selection,
  take: (suites: readonly string[], project: ProjectName) => readonly string[],
): Selection {
  return Object.fromEntries(
    projectNames
      .map((project) => [project, take(selection[project] ?? [], project)] as const)
      .filter(([, suites]) => suites.length > 0),
  );
}

/** Rotates the list by `turn` places, so that over time every item comes first. */
export function turned<Item>(items: readonly Item[], turn: number): readonly Item[] {
  const place = items.length === 0 ? 0 : turn % items.length;
  return [...items.slice(place), ...items.slice(0, place)];
}

/** Parses minutes or seconds into ms, as `50m` or `90s`; undefined for anything else. */
export function readDuration(words: string): number | undefined {
  const [, number, unit] = /^(\d{1,5})(m|s)$/.exec(words) ?? [];
  return number === undefined ? undefined : Number(number) * (unit === "m" ? 60_000 : 1000);
}

/** For each file that reaches a changed one, the number of imports between them. A changed file has 0. */
export function importsBetween(
  files: ReadonlyMap<string, { readonly imports: readonly string[] }>,
  changed: readonly string[],
): ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>();
  for (const [name, { imports }] of files)
    for (const imported of imports) {
      const known = importers.get(imported);
      if (known === undefined) importers.set(imported, [name]);
      else known.push(name);
    }
  const between = new Map(changed.map((name) => [name, 0]));
  // Iterating a Map includes entries added on the way, so this is breadth-first.
  for (const [name, steps] of between)
    for (const importer of importers.get(name) ?? [])
      if (!between.has(importer)) between.set(importer, steps + 1);
  return between;
}
