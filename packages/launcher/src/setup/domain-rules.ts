import { warning, well, type Finding } from "@neonrelay/server/finding";

const MAX_NAME_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

export function isMachineName(text: string): boolean {
  const isLabel = (label: string): boolean =>
    label.length <= MAX_LABEL_LENGTH && /^[a-z\d]$|^[a-z\d][a-z\d-]*[a-z\d]$/i.test(label);
  return text.length <= MAX_NAME_LENGTH && text.split(".").every(isLabel);
}

/**
 * Whether the domain resolves to this machine.
 * @param own addresses of this machine
 */
export function judgeDomain({
  domain,
  addresses,
  own,
}: {
  readonly domain: string;
  readonly addresses: readonly string[];
  readonly own: readonly string[];
}): Finding {
  if (addresses.length === 0)
    return warning(
      `${domain} is not known yet`,
      "Add a DNS record with the public address of this machine.",
    );
  const here = addresses.filter((address) => own.includes(address));
  const there = addresses.filter((address) => !own.includes(address));
  if (there.length === 0) return well(`${domain} is this machine (${here.join(" and ")})`);
  const outside = own.filter((address) => !/^(?:127\.|::1$|fe80:)/.test(address));
  return warning(
    `${domain} is ${there.join(" and ")}, which no network card of this machine has (${outside.join(", ") || "it has none"})`,
    "That is right behind a router that passes the ports on to this machine. Otherwise correct the DNS record.",
  );
}
