/** The time zones that the browser knows, and the chosen one, which may have another name here. */
export function timeZonesWith(
  chosen: string,
): readonly { readonly value: string; readonly name: string }[] {
  const names = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", chosen]);
  return [...names].toSorted().map((value) => ({ value, name: value.replaceAll("_", " ") }));
}
