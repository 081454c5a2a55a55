import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { TLSSocket } from "node:tls";

/** Where a request really comes from. */
export interface Peer {
  readonly address: string;
  readonly protocol: "http" | "https";
}

/**
 * Finds the peer of a request that Fastify does not see (an upgrade), with forwarding headers counting only
 * behind the proxies of TRUST_PROXY.
 */
export function createPeerFinder(
  trustProxy: readonly string[],
): (request: IncomingMessage) => Peer {
  const trusted = new BlockList();
  for (const entry of trustProxy) addTrusted(trusted, entry);
  const isTrusted = (address: string): boolean => {
    const family = isIP(address);
    return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");
  };
  return (request) => {
    const direct: Peer = {
      address: request.socket.remoteAddress ?? "",
      protocol: request.socket instanceof TLSSocket ? "https" : "http",
    };
    if (!isTrusted(direct.address)) return direct;
    const hops = listOf(request.headers["x-forwarded-for"]);
    const address = hops.findLast((hop) => !isTrusted(hop)) ?? direct.address;
    const isHttps = listOf(request.headers["x-forwarded-proto"]).at(-1) === "https";
    return { address, protocol: isHttps ? "https" : direct.protocol };
  };
}

function addTrusted(trusted: BlockList, entry: string): void {
  if (entry === "loopback") {
    trusted.addSubnet("127.0.0.0", 8, "ipv4");
    trusted.addAddress("::1", "ipv6");
    return;
  }
  const [address = "", prefix] = entry.split("/");
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (isIP(address) === 0) return;
  if (prefix === undefined) trusted.addAddress(address, family);
  else trusted.addSubnet(address, Number(prefix), family);
}

function listOf(header: string | readonly string[] | undefined): readonly string[] {
  const text = typeof header === "string" ? header : (header ?? []).join(",");
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
