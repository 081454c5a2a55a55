/** The time zones that the browser knows, and the stored one, which the browser may not know. */
export function timeZonesWith(stored: string): readonly TimeZoneChoice[] {
  const names = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", stored]);
  return [...names].toSorted().map(timeZoneChoice);
}

interface TimeZoneChoice {
  readonly value: string;
  readonly name: string;
}

export function timeZoneChoice(value: string): TimeZoneChoice {
  return { value, name: value.replaceAll("_", " ") };
}
