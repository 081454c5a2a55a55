import { type AddressRules, lookUpAddresses } from "@neonrelay/process/stream-address";
import type { OnAirSettings } from "../protocol/index.ts";

/** Where foreign streams may come from and outputs may go, by the current settings. */
export function addressRulesOf({ allowedStreamHosts }: OnAirSettings): AddressRules {
  return { lookUp: lookUpAddresses, allowedHosts: allowedStreamHosts };
}
