import { isIP } from "node:net";
import { lookup } from "node:dns/promises";
import { isPublicAddress } from "./public-address.ts";

/** Every address of a name, as the connection would use them. @throws an error with a `code` when there is none */
export type LookUpAddresses = (hostname: string) => Promise<readonly string[]>;

export type StreamAddress =
  /** Connect to one of these; do not resolve the name again, since the answer may change. */
  | { readonly kind: "public"; readonly url: URL; readonly addresses: readonly string[] }
  | { readonly kind: "not-an-address" }
  | { readonly kind: "not-http" }
  | { readonly kind: "has-credentials" }
  | { readonly kind: "unknown-host" }
  | { readonly kind: "not-public" }
  | { readonly kind: "no-answer" };

const LOOKUP_LIMIT_MS = 5000;

/** What decides whether an address is allowed. */
export interface AddressRules {
  readonly lookUp: LookUpAddresses;
  /** Lower-case hosts that may be anywhere: names, or addresses without brackets. */
  readonly allowedHosts: readonly string[];
}

/**
 * Checks the address of an external stream: http or https, to a host that is allowed or whose addresses are all public.
 * Call it again before each play and for every redirect.
 */
export async function checkStreamAddress(
  text: string,
  { lookUp, allowedHosts }: AddressRules,
): Promise<StreamAddress> {
  // The parser also normalises numeric forms of an address (0x7f.1, 2130706433).
  const url = URL.parse(text);
  if (url === null) return { kind: "not-an-address" };
  if (url.protocol !== "http:" && url.protocol !== "https:") return { kind: "not-http" };
  if (url.username !== "" || url.password !== "") return { kind: "has-credentials" };
  url.hash = "";
  const host = hostOf(url);
  const found = await addressesOf(host, lookUp);
  if (found.kind !== "found") return found;
  return allowedHosts.includes(host) || found.addresses.every(isPublicAddress)
    ? { kind: "public", url, addresses: found.addresses }
    : { kind: "not-public" };
}

/** Without IPv6 brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

async function addressesOf(
  hostname: string,
  lookUp: LookUpAddresses,
): Promise<
  | { readonly kind: "found"; readonly addresses: readonly string[] }
  | { readonly kind: "unknown-host" }
  | { readonly kind: "no-answer" }
> {
  const late = Promise.withResolvers<{ readonly kind: "no-answer" }>();
  const timer = setTimeout(() => late.resolve({ kind: "no-answer" }), LOOKUP_LIMIT_MS);
  try {
    return await Promise.race([lookUpNow(hostname, lookUp), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function lookUpNow(hostname: string, lookUp: LookUpAddresses) {
  // An address needs no lookup.
  if (isIP(hostname) !== 0) return { kind: "found", addresses: [hostname] } as const;
  try {
    const addresses = await lookUp(hostname);
    return addresses.length === 0
      ? ({ kind: "unknown-host" } as const)
      : ({ kind: "found", addresses } as const);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOTFOUND" || code === "ENODATA") return { kind: "unknown-host" } as const;
    if (code === "EAI_AGAIN" || code === "ETIMEOUT") return { kind: "no-answer" } as const;
    throw error;
  }
}

/** Resolves names as this machine's connections do, hosts file included. */
export const lookUpAddresses: LookUpAddresses = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);
