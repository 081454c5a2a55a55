/** The browser's time zones, and the stored one, which may not be among them. */
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
