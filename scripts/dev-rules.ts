import { isLoopbackAddress } from "@neonrelay/process/client-address";
import type { StationConfig } from "../packages/launcher/src/config.ts";
import type { PartName } from "../packages/launcher/src/station-part.ts";

/** Vite answers these itself; any other request except for a page goes to the station. */
const stationPath =
  /^\/(?:api|ws|hls|metrics)(?:[/?]|$)|^\/[^/?]+\.(?:mp3|opus|aac|m3u8?|pls|xsl)(?:\?|$)/;

/** Whether the station answers an address of the web port, rather than Vite with pages and their files. */
export function isOfStation(url: string): boolean {
  return stationPath.test(url);
}

/** Which parts run the code of this file, given below the project. Vite handles changes of `web` itself. */
export function partsRunning(file: string): readonly PartName[] {
  const name = file.replaceAll("\\", "/");
  if (!/\.(?:ts|tsx|json|sql)$/.test(name) || /\.test\.tsx?$|\/test-[^/]*$/.test(name)) return [];
  const [, packageName = "", inside = ""] = /^packages\/([^/]+)\/(.*)$/.exec(name) ?? [];
  switch (packageName) {
    case "server":
    case "irc":
    case "contract":
      return ["server"];
    case "process":
      return ["on-air", "server"];
    case "on-air":
      return inside.startsWith("src/protocol/") ? ["on-air", "server"] : ["on-air"];
    default:
      return [];
  }
}

/** What of a station's configuration says whose its data are, and who can reach it. */
type DevStation = Pick<
  StationConfig,
  | "dataDir"
  | "databaseUrl"
  | "host"
  | "streamHost"
  | "publicUrl"
  | "publicStreamUrl"
  | "trustProxy"
  | "tls"
> & { readonly irc: { readonly connection: { readonly kind: string; readonly host?: string } } };

/** Made in data/dev only, each with the same password. `admin` is the account of the first start. */
export const devAccounts = [
  { username: "dj", role: "dj" },
  { username: "mod", role: "moderator" },
  { username: "alice", role: "listener" },
] as const;

/**
 * Whether the accounts of development, whose password is in a file and on the terminal, may be in that station.
 * @param devFolder data/dev, absolute
 */
export function mayHaveDevAccounts(station: DevStation, devFolder: string): boolean {
  const { connection } = station.irc;
  const hosts = [station.host, station.streamHost].concat(
    connection.kind === "embedded" ? (connection.host ?? []) : [],
  );
  return (
    station.dataDir === devFolder &&
    station.databaseUrl === null &&
    hosts.every((host) => host === "localhost" || isLoopbackAddress(host)) &&
    station.publicUrl === null &&
    station.publicStreamUrl === null &&
    station.trustProxy.length === 0 &&
    station.tls === null
  );
}
