import { BlockList, isIP } from "node:net";

/** Ranges that are not on the public internet, from IANA's special-purpose registries (RFC 6890) and multicast. */
const specialIpv4 = [
  "0.0.0.0/8", // this network, RFC 791
  "10.0.0.0/8", // private, RFC 1918
  "100.64.0.0/10", // behind a provider's address translation, RFC 6598
  "127.0.0.0/8", // loopback, RFC 1122
  "169.254.0.0/16", // link-local, RFC 3927; clouds serve instance secrets there
  "172.16.0.0/12", // private, RFC 1918
  "192.0.0.0/24", // protocol assignments, RFC 6890
  "192.0.2.0/24", // documentation, RFC 5737
  "192.31.196.0/24", // AS112, RFC 7535
  "192.52.193.0/24", // multicast tunnels, RFC 7450
  "192.88.99.0/24", // 6to4 relays, RFC 7526
  "192.168.0.0/16", // private, RFC 1918
  "192.175.48.0/24", // AS112, RFC 7534
  "198.18.0.0/15", // benchmarks, RFC 2544
  "198.51.100.0/24", // documentation, RFC 5737
  "203.0.113.0/24", // documentation, RFC 5737
  "224.0.0.0/4", // multicast, RFC 1112
  "240.0.0.0/4", // reserved and broadcast, RFC 1112
] as const;

/** The only parts of IPv6 considered: everything else is local, mapped, multicast or unassigned. */
const globalIpv6 = [
  "2000::/3", // global unicast, RFC 4291
  "64:ff9b::/96", // NAT64: reaches the IPv4 address in its last four bytes, RFC 6052
] as const;

const specialIpv6 = [
  "2001::/23", // protocol assignments with Teredo and ORCHID, RFC 2928
  "2001:db8::/32", // documentation, RFC 3849
  "2002::/16", // 6to4, which hides an IPv4 address, RFC 3056
  "2620:4f:8000::/48", // AS112, RFC 7534
  "3fff::/20", // documentation, RFC 9637
] as const;

const special = new BlockList();
const global = new BlockList();
for (const range of specialIpv4) {
  addRange(special, range);
  const [network = "", bits] = range.split("/");
  addRange(special, `64:ff9b::${network}/${96 + Number(bits)}`);
}
for (const range of specialIpv6) addRange(special, range);
for (const range of globalIpv6) addRange(global, range);

/**
 * Whether an address is on the public internet. The station connects to nothing nearer at a user's request, or it could
 * be used to reach the machines beside it.
 * @param address in the form `dns.lookup` gives; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, "ipv4");
    case 6:
      // A zone names a link of this machine.
      return (
        !address.includes("%") && global.check(address, "ipv6") && !special.check(address, "ipv6")
      );
    default:
      return false;
  }
}

function addRange(list: BlockList, range: string): void {
  const [network = "", bits] = range.split("/");
  list.addSubnet(network, Number(bits), isIP(network) === 6 ? "ipv6" : "ipv4");
}
