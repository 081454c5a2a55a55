import { parseDjAddress } from "@neonrelay/contract";
import { isLoopbackAddress } from "@neonrelay/process/client-address";

const HTTPS_PORT = 443;

/** Where DJs can connect. */
interface DjDoors {
  /** The setting; empty: not set. */
  readonly djAddress: string;
  readonly streamHost: string;
  readonly streamPort: number;
  /** The station has its own certificate. */
  readonly hasTls: boolean;
  readonly publicUrl: string | null;
}

/**
 * What DJs enter in their program.
 * @param hostname by which the DJ's browser reached the station; used with the stream port unless the setting has
 * another address
 */
export function djServerOf(
  { djAddress, streamPort, hasTls }: DjDoors,
  hostname: string,
): { readonly host: string; readonly port: number; readonly isSecure: boolean } {
  const set = parseDjAddress(djAddress);
  if (set === null)
    return { host: hostname.replaceAll(/[[\]]/g, ""), port: streamPort, isSecure: hasTls };
  const usualPort = set.isSecure ? HTTPS_PORT : streamPort;
  const isStreamPort = !set.isSecure && (set.port ?? streamPort) === streamPort;
  return {
    host: set.host,
    port: set.port ?? usualPort,
    isSecure: set.isSecure || (isStreamPort && hasTls),
  };
}

/**
 * Why DJs on other machines can't connect, and what to do; null: they can, as far as we know.
 * @param mayConfigure whether the reader can change the settings; a DJ is told whom to ask
 */
export function findDjTrouble(
  { djAddress, streamHost, publicUrl }: DjDoors,
  { mayConfigure }: { readonly mayConfigure: boolean },
): string | null {
  const isLocal = streamHost === "localhost" || isLoopbackAddress(streamHost);
  if (!isLocal || djAddress !== "") return null;
  if (!mayConfigure)
    return "So far only DJ programs on the station's own machine can connect. Ask the station's operator to open it for DJs elsewhere.";
  const site = publicUrl === null ? "https://radio.example" : new URL(publicUrl).origin;
  return `The stream port takes connections from this machine only. For DJs on other machines put the line STREAM_HOST=0.0.0.0 into station.env and restart the station. Behind a proxy, enter ${site} as Address for DJs under Settings, Streaming.`;
}
