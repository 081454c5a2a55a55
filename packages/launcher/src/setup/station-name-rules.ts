/** Longest user name of Linux without the prefix, in letters. */
const LONGEST = 21;

/** Of a station beside others on one machine: part of a unit, a user and a folder. */
export function isStationName(text: string): boolean {
  return text.length <= LONGEST && /^[a-z](?:[a-z\d-]*[a-z\d])?$/.test(text);
}

/** Caddy's own file. That of the station without a name is put in its place; those of the others are imported by it. */
export const CADDYFILE = "/etc/caddy/Caddyfile";

/** What unit, user and folders of a station are called. @param name null: the one without a name */
export function serviceNamesOf(name: string | null): {
  readonly unit: string;
  /** As systemctl takes it. */
  readonly service: string;
  readonly user: string;
  /** Of the data, where no other one was given. */
  readonly folder: string;
  /** What Caddy reads for it. */
  readonly caddyfile: string;
} {
  const base = name === null ? "neonrelay" : `neonrelay-${name}`;
  const service = name === null ? "neonrelay" : `neonrelay@${name}`;
  return {
    unit: `${service}.service`,
    service,
    user: base,
    folder: `/var/lib/${base}`,
    caddyfile: name === null ? CADDYFILE : `/etc/caddy/${base}.caddyfile`,
  };
}
