import { UNKNOWN } from "../../../ui/format-time.ts";

/** Name, host and port in a database's address; the embedded one has only a folder. */
export function parseDatabaseAddress(url: string): {
  readonly name: string;
  readonly host: string;
  readonly port: string;
} {
  const parsed = URL.parse(url);
  if (url.startsWith("embedded") || parsed === null)
    return { name: "embedded", host: "this machine", port: UNKNOWN };
  return {
    name: decodeURIComponent(parsed.pathname.slice(1)),
    host: parsed.hostname,
    port: parsed.port === "" ? "5432" : parsed.port,
  };
}
