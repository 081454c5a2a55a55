/** Facts of a row with a dot between them; those that are "" are left out. */
export function partsOf(...facts: readonly string[]): string {
  return facts.filter((fact) => fact !== "").join(" · ");
}
