import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { TLSSocket } from "node:tls";

/** Where a request really comes from. */
export interface Peer {
  readonly address: string;
  /** On this machine, and not passed on by a proxy here for somebody elsewhere. */
  readonly isLoopback: boolean;
  readonly protocol: "http" | "https";
  /** The Host it was sent to: name or address, with the port if any. */
  readonly host: string | undefined;
}

export type PeerFinder = (request: IncomingMessage) => Peer;

/** Whatever says that a proxy stands between. */
const forwardingHeaders = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "forwarded",
  "via",
];

/**
 * Finds the peer of a request or upgrade, with forwarding headers counting only behind the proxies of TRUST_PROXY.
 * @param onIgnored called once, when forwarding headers came from somebody else
 */
export function createPeerFinder(
  trustProxy: readonly string[],
  onIgnored: (address: string) => void,
): PeerFinder {
  let hasToldIgnored = false;
  const trusted = new BlockList();
  for (const entry of trustProxy) addTrusted(trusted, entry);
  const isTrusted = (address: string): boolean => {
    const family = isIP(address);
    return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");
  };
  return (request) => {
    const directAddress = request.socket.remoteAddress ?? "";
    const isForwarded = Object.keys(request.headers).some(isForwardingHeader);
    const direct: Peer = {
      address: directAddress,
      isLoopback: isLoopbackAddress(directAddress) && !isForwarded,
      protocol: request.socket instanceof TLSSocket ? "https" : "http",
      host: request.headers.host,
    };
    if (!isTrusted(direct.address)) {
      if (!hasToldIgnored && isForwarded) {
        hasToldIgnored = true;
        onIgnored(direct.address);
      }
      return direct;
    }
    const hops = listOf(request.headers["x-forwarded-for"]).map(withoutPort);
    const address = hops.findLast((hop) => !isTrusted(hop)) ?? direct.address;
    const isHttps = listOf(request.headers["x-forwarded-proto"]).at(-1) === "https";
    const host = listOf(request.headers["x-forwarded-host"]).at(-1) ?? direct.host;
    const protocol = isHttps ? "https" : direct.protocol;
    return { address, isLoopback: direct.isLoopback, protocol, host };
  };
}

export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\./i.test(address);
}

function isForwardingHeader(name: string): boolean {
  return name.startsWith("x-forwarded-") || forwardingHeaders.includes(name);
}

function addTrusted(trusted: BlockList, entry: string): void {
  const [address = "", prefix] = entry.split("/");
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (isIP(address) === 0) return;
  if (prefix === undefined) trusted.addAddress(address, family);
  else trusted.addSubnet(address, Number(prefix), family);
}

/** Some proxies write 192.0.2.7:51324 or [2001:db8::7]:51324: another port is no other visitor. */
function withoutPort(hop: string): string {
  return /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(hop)?.slice(1).find(Boolean) ?? hop;
}

function listOf(header: string | readonly string[] | undefined): readonly string[] {
  const text = typeof header === "string" ? header : (header ?? []).join(",");
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
