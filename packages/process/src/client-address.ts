import { BlockList, isIP } from "node:net";

/** The proxies of TRUST_PROXY, whose forwarding headers we believe. */
export interface TrustedProxies {
  isTrusted(address: string): boolean;
  /**
   * The address a request comes from: the one reported by the nearest trusted proxies, or the connected peer.
   * @param forwardedFor the raw X-Forwarded-For
   */
  clientOf(peer: {
    readonly address: string;
    readonly forwardedFor: string | readonly string[] | undefined;
  }): string;
}

/** @param entries addresses, and networks such as 10.0.0.0/8 */
export function trustedProxies(entries: readonly string[]): TrustedProxies {
  const trusted = new BlockList();
  for (const entry of entries) addTrusted(trusted, entry);
  const isTrusted = (address: string): boolean => {
    const family = isIP(address);
    return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");
  };
  return {
    isTrusted,
    clientOf: ({ address, forwardedFor }) => {
      if (!isTrusted(address)) return address;
      const hops = listOf(forwardedFor).map(withoutPort);
      const client = hops.findLast((hop) => !isTrusted(hop));
      return client === undefined || isIP(client) === 0 ? address : client;
    },
  };
}

/** The items of a list header, however often it was sent. */
export function listOf(header: string | readonly string[] | undefined): readonly string[] {
  const text = typeof header === "string" ? header : (header ?? []).join(",");
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function addTrusted(trusted: BlockList, entry: string): void {
  const [address = "", prefix] = entry.split("/");
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (isIP(address) === 0) return;
  if (prefix === undefined) trusted.addAddress(address, family);
  else trusted.addSubnet(address, Number(prefix), family);
}

/** Some proxies write 192.0.2.7:51324 or [2001:db8::7]:51324; a different port is the same visitor. */
function withoutPort(hop: string): string {
  return /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(hop)?.slice(1).find(Boolean) ?? hop;
}

/** The network that counts as one visitor: the IPv4 address, or the first 64 bits of the IPv6 address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").length;
  const whole = [...groups, ...Array.from({ length: Math.max(missing, 0) }, () => "0")];
  const first = [...whole, ...(tail ?? "").split(":")].slice(0, 4);
  return `${first.map((group) => Number.parseInt(group || "0", 16).toString(16)).join(":")}::/64`;
}

/** Whether an address is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\./i.test(address);
}
