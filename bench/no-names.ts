/**
 * Loaded into The Lounge before its own code, keeps it on this machine: a look-up of a name gets no answer, addresses are
 * connected to. No setting keeps it from asking GitHub for a newer version, and with Node 24 it ends when that fails.
 */
import dns from "node:dns";
import { isIP } from "node:net";

const find = dns.lookup;
Object.assign(dns, {
  lookup: (name: string, ...rest: readonly unknown[]): void => {
    if (isIP(name) !== 0) Reflect.apply(find, dns, [name, ...rest]);
  },
});
