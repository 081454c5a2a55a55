import { projectNames, type ProjectName, type Selection } from "./suite-kinds.ts";

/** What is taken of a selection: of each project the suites that `take` gives, in its order. */
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

/** The list from a place of it on, and then what stands before: another one at each turn, so that all are first at times. */
export function turned<Item>(items: readonly Item[], turn: number): readonly Item[] {
  const place = items.length === 0 ? 0 : turn % items.length;
  return [...items.slice(place), ...items.slice(0, place)];
}

/** A number of minutes or seconds in ms, as `50m` or `90s`; undefined for other words. */
export function readDuration(words: string): number | undefined {
  const [, number, unit] = /^(\d{1,5})(m|s)$/.exec(words) ?? [];
  return number === undefined ? undefined : Number(number) * (unit === "m" ? 60_000 : 1000);
}

/** Of each file that reaches a changed one by imports: how many imports lie between. A changed file has 0. */
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
  // A map goes on to what is added while it is walked, so the nearest come first.
  for (const [name, steps] of between)
    for (const importer of importers.get(name) ?? [])
      if (!between.has(importer)) between.set(importer, steps + 1);
  return between;
}
