/**
 * Preloaded into The Lounge to keep it on this machine: name lookups get no answer, addresses connect. No setting stops
 * it from asking GitHub for a newer version, and on Node 24 it exits when that fails.
 */
import dns from "node:dns";
import { isIP } from "node:net";

const find = dns.lookup;
Object.assign(dns, {
  lookup: (name: string, ...rest: readonly unknown[]): void => {
    if (isIP(name) !== 0) Reflect.apply(find, dns, [name, ...rest]);
  },
});
