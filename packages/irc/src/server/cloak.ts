import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";

/**
 * The host shown in place of an address. The same address keeps it while the secret stays the same. Its second half
 * identifies the network (IPv4 /24, IPv6 /64), so that `*!*@*.abcd1234.cloaked` bans a neighbourhood.
 */
export function cloakAddress(address: string, secret: string): string {
  const hash = (text: string) =>
    createHmac("sha256", secret).update(text).digest("hex").slice(0, 10);
  return `${hash(address)}.${hash(networkOf(address))}.cloaked`;
}

/** The unit connections are counted by: the IPv4 address, or the IPv6 /64. */
export function addressGroup(address: string): string {
  return isIPv6(address) ? networkOf(address) : address;
}

/** Unmaps an IPv4 address that came in on an IPv6 socket. */
export function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

function networkOf(address: string): string {
  if (!isIPv6(address)) return address.split(".").slice(0, 3).join(".");
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length);
  return [...groups, ...Array<string>(zeros).fill("0"), ...last]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(.)/, "$1"))
    .join(":");
}
