/** The time zones that the browser knows, and the chosen one, which the browser may not know. */
export function timeZonesWith(
  chosen: string,
): readonly { readonly value: string; readonly name: string }[] {
  const names = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", chosen]);
  return [...names].toSorted().map((value) => ({ value, name: value.replaceAll("_", " ") }));
}
