/** Joins a row's facts with dots; empty ones are omitted. */
export function partsOf(...facts: readonly string[]): string {
  return facts.filter((fact) => fact !== "").join(" · ");
}
