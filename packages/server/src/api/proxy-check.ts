import os from "node:os";
import path from "node:path";
import { isLoopbackAddress } from "@neonrelay/process/client-address";
import type { Logger } from "@neonrelay/process/log";
import { createPeerFinder, type PeerFinder } from "../http-kit/peer.ts";

/** Finds where requests come from, and inconsistencies in the proxy set-up. */
export interface ProxyCheck {
  readonly findPeer: PeerFinder;
  /** Sentences that say what to set. */
  readonly proxyProblems: () => readonly string[];
  /** Why other machines can't reach the station, and what to do. */
  readonly reachProblem: () => string | null;
}

export function createProxyCheck(
  setUp: Omit<ProxySetUp, "ignoredProxy"> & Pick<Reach, "host" | "port" | "dataDir">,
  log: Logger,
): ProxyCheck {
  let ignoredProxy: string | null = null;
  const proxyProblems = () => findProxyProblems({ ...setUp, ignoredProxy });
  const reachProblem = () =>
    findReachProblem({
      ...setUp,
      hasOtherProxy: ignoredProxy !== null,
      ownAddress: addressInNetwork(),
    });
  for (const problem of proxyProblems()) log.warn(problem);
  const unreached = reachProblem();
  if (setUp.publicUrl !== null && unreached !== null) log.warn(unreached);
  const findPeer = createPeerFinder(setUp.trustProxy, (address) => {
    ignoredProxy = address;
    log.warn(
      { isLoopback: isLoopbackAddress(address) },
      "ignoring forwarding headers from a proxy that is not in TRUST_PROXY: add its address to TRUST_PROXY",
    );
  });
  return { findPeer, proxyProblems, reachProblem };
}

/** This machine's first IPv4 address in a network; null: it has none. */
function addressInNetwork(): string | null {
  const all = Object.values(os.networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? null;
}

/** Where the web port listens and what is in front of it. */
export interface Reach {
  readonly host: string;
  readonly port: number;
  /** Has station.env. */
  readonly dataDir: string;
  /** In the local network; null: unknown. */
  readonly ownAddress: string | null;
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
  port,
  dataDir,
  ownAddress,
}: Reach): string | null {
  const isLocalOnly = host === "localhost" || isLoopbackAddress(host);
  if (!isLocalOnly || trustProxy.length > 0 || hasOtherProxy) return null;
  const where = publicUrl === null ? "The" : "PUBLIC_URL is set, but the";
  const machine = ownAddress ?? "ADDRESS-OF-THIS-MACHINE";
  const file = path.join(dataDir, "station.env");
  return [
    `${where} station listens on ${host} only, so other machines can't reach it.`,
    `For your own network: put the lines HOST=0.0.0.0 and STREAM_HOST=0.0.0.0 into ${file} (create the file if it isn't there) and restart the station (Ctrl+C in its terminal, then npm start; or restart its service). Others then open http://${machine}:${port}.`,
    "For the internet:",
    "1. Get a domain that leads to your internet address.",
    `2. In your router, forward the ports 80 and 443 to this machine${ownAddress === null ? "" : `, ${ownAddress}`}.`,
    `3. Install Caddy, which gets the certificate for https, and run (with your domain): caddy reverse-proxy --from radio.example --to 127.0.0.1:${port}`,
    `4. Put the lines PUBLIC_URL=https://radio.example and TRUST_PROXY=127.0.0.1 into ${file}, and restart the station. Others then open https://radio.example.`,
    "5. For DJs, enter https://radio.example as Address for DJs under Settings, Streaming.",
  ].join("\n");
}

/** Configuration and observations about a proxy in front of the station. */
export interface ProxySetUp {
  readonly publicUrl: string | null;
  readonly publicStreamUrl: string | null;
  readonly trustProxy: readonly string[];
  /** The station has its own certificate and needs no proxy. */
  readonly isSecure: boolean;
  /**
   * The first address whose forwarding headers were ignored because TRUST_PROXY does not name it; null: none so far.
   */
  readonly ignoredProxy: string | null;
}

/** Inconsistencies, each in sentences that say what to set. */
export function findProxyProblems({
  publicUrl,
  publicStreamUrl,
  trustProxy,
  isSecure,
  ignoredProxy,
}: ProxySetUp): readonly string[] {
  const isEncrypted = publicUrl?.startsWith("https:") === true;
  const problems: string[] = [];
  if (isEncrypted && publicStreamUrl?.startsWith("http:") === true)
    problems.push(
      "PUBLIC_URL is https and PUBLIC_STREAM_URL is http: browsers refuse to play such a stream. Remove PUBLIC_STREAM_URL, or give it an https address.",
    );
  if (ignoredProxy !== null)
    problems.push(
      `A proxy at ${ignoredProxy} forwards requests, but is not in TRUST_PROXY: all its visitors count as one. Add its address to TRUST_PROXY.`,
    );
  else if (isEncrypted && !isSecure && trustProxy.length === 0)
    problems.push(
      "PUBLIC_URL is https and TRUST_PROXY is empty: all visitors behind the proxy count as one. Set TRUST_PROXY to the proxy's address, such as 127.0.0.1.",
    );
  return problems;
}
