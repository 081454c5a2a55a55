import { isLoopbackAddress } from "@neonrelay/process/network-of";

/** Where the web port listens and what is in front of it. */
export interface Reach {
  readonly host: string;
  readonly publicUrl: string | null;
  readonly trustProxy: readonly string[];
  /** A proxy that TRUST_PROXY does not name has been seen. */
  readonly hasOtherProxy: boolean;
}

/** Why other machines can't reach the station and what to do; null: they can, as far as we know. */
export function findReachProblem({
  host,
  publicUrl,
  trustProxy,
  hasOtherProxy,
}: Reach): string | null {
  const isLocalOnly = host === "localhost" || isLoopbackAddress(host);
  if (!isLocalOnly || trustProxy.length > 0 || hasOtherProxy) return null;
  const where = publicUrl === null ? "The" : "PUBLIC_URL is set, but the";
  return `${where} station listens on ${host} only, so other machines can't reach it. Set HOST=0.0.0.0, or put a proxy on this machine and set TRUST_PROXY=127.0.0.1.`;
}
