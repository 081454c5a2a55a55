/** Longest user name of Linux without the prefix, in letters. */
const LONGEST = 21;

/** Of a station beside others on one machine: part of a unit, a user and a folder. */
export function isStationName(text: string): boolean {
  return text.length <= LONGEST && /^[a-z](?:[a-z\d-]*[a-z\d])?$/.test(text);
}

/** What unit, user and folders of a station are called. @param name null: the one without a name */
export function serviceNamesOf(name: string | null): {
  readonly unit: string;
  /** As systemctl takes it. */
  readonly service: string;
  readonly user: string;
  /** Of the data, where no other one was given. */
  readonly folder: string;
} {
  const base = name === null ? "neonrelay" : `neonrelay-${name}`;
  const service = name === null ? "neonrelay" : `neonrelay@${name}`;
  return { unit: `${service}.service`, service, user: base, folder: `/var/lib/${base}` };
}
