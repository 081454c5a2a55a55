import { lookup } from "node:dns/promises";
import type { LookUpAddresses } from "./stream-address.ts";

/** Resolves names as this machine's connections do, hosts file included. */
export const lookUpAddresses: LookUpAddresses = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);
