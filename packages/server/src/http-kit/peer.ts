import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import { isLoopbackAddress, listOf, trustedProxies } from "@neonrelay/process/client-address";
import type { Origin } from "../identity/visitor.ts";

/** Where a request really comes from. */
export interface Peer extends Origin {
  readonly protocol: "http" | "https";
  /** The Host it was sent to: name or address, with any port. */
  readonly host: string | undefined;
}

export type PeerFinder = (request: IncomingMessage) => Peer;

/** Headers that reveal a proxy. */
const forwardingHeaders = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "forwarded",
  "via",
];

/**
 * Finds the peer of a request or upgrade. Forwarding headers count only behind the proxies of TRUST_PROXY.
 * @param onIgnored called once, when an untrusted address sent forwarding headers
 */
export function createPeerFinder(
  trustProxy: readonly string[],
  onIgnored: (address: string) => void,
): PeerFinder {
  let hasToldIgnored = false;
  const proxies = trustedProxies(trustProxy);
  return (request) => {
    const directAddress = request.socket.remoteAddress ?? "";
    const isForwarded = Object.keys(request.headers).some(isForwardingHeader);
    const direct: Peer = {
      address: directAddress,
      isLoopback: isLoopbackAddress(directAddress) && !isForwarded,
      protocol: request.socket instanceof TLSSocket ? "https" : "http",
      host: onlyHost(request),
    };
    if (!proxies.isTrusted(direct.address)) {
      if (!hasToldIgnored && isForwarded) {
        hasToldIgnored = true;
        onIgnored(direct.address);
      }
      return direct;
    }
    const forwardedFor = request.headers["x-forwarded-for"];
    const address = proxies.clientOf({ address: direct.address, forwardedFor });
    const isHttps = listOf(request.headers["x-forwarded-proto"]).at(-1) === "https";
    const host = listOf(request.headers["x-forwarded-host"]).at(-1) ?? direct.host;
    const protocol = isHttps ? "https" : direct.protocol;
    return { address, isLoopback: direct.isLoopback, protocol, host };
  };
}

/** undefined if there are two: which one counts would depend on the parser, RFC 9112 §3.2. */
function onlyHost({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const hosts = rawHeaders.filter(
    (name, place) => place % 2 === 0 && name.length === 4 && name.toLowerCase() === "host",
  );
  return hosts.length > 1 ? undefined : headers.host;
}

function isForwardingHeader(name: string): boolean {
  return name.startsWith("x-forwarded-") || forwardingHeaders.includes(name);
}
