import { isKnownHost, isOwnOrigin, type KnownNames } from "../http/origin-rules.ts";

/** Whether a request to /ws becomes a socket, or the status it is refused with. */
export type UpgradeDecision =
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly status: 400 | 403 | 404 | 503 };

/** Sockets at once, of everybody and of one network, see networkOf. */
export const MAX_SOCKETS = 12_000;
export const MAX_SOCKETS_PER_NETWORK = 200;

export function decideUpgrade({
  path,
  host,
  origin,
  hasCookie,
  protocol,
  knownNames,
  sockets,
  socketsOfNetwork,
}: {
  readonly path: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly hasCookie: boolean;
  readonly protocol: "http" | "https";
  readonly knownNames: KnownNames;
  readonly sockets: number;
  readonly socketsOfNetwork: number;
}): UpgradeDecision {
  if (path !== "/ws") return { kind: "refused", status: 404 };
  if (!isKnownHost(host, knownNames)) return { kind: "refused", status: 400 };
  const ownOrigin = `${protocol}://${host ?? ""}`;
  const { publicOrigin } = knownNames;
  if (!isOwnOrigin({ origin, ownOrigin, publicOrigin, hasCookie }))
    return { kind: "refused", status: 403 };
  if (sockets >= MAX_SOCKETS || socketsOfNetwork >= MAX_SOCKETS_PER_NETWORK)
    return { kind: "refused", status: 503 };
  return { kind: "accepted" };
}
