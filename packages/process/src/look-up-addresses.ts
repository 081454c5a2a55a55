import { lookup } from "node:dns/promises";
import type { LookUpAddresses } from "./stream-address.ts";

/** As connections of this machine look names up, its hosts file included. */
export const lookUpAddresses: LookUpAddresses = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);
