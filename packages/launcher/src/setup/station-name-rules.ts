/** Linux's limit for user names, less our prefix, in characters. */
const LONGEST = 21;

/** Whether text can name a station beside others: it becomes part of a unit, a user and a folder. */
export function isStationName(text: string): boolean {
  return text.length <= LONGEST && /^[a-z](?:[a-z\d-]*[a-z\d])?$/.test(text);
}

/** The main Caddyfile. The unnamed station replaces it; named stations add an import to it. */
export const CADDYFILE = "/etc/caddy/Caddyfile";

/**
 * Names of a station's unit, user and files.
 * @param name null: the unnamed station
 */
export function serviceNamesOf(name: string | null): {
  readonly unit: string;
  /** Name for systemctl. */
  readonly service: string;
  readonly user: string;
  /** Default data folder. */
  readonly folder: string;
  /** The file Caddy reads for this station. */
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
