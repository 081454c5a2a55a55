import { isKnownHost, isOwnOrigin, type KnownNames } from "../http-kit/origin-rules.ts";

/**
 * Whether a request wants to become our socket. Any other upgrade (`curl --http2` asks for h2c) is an offer that we
 * do not have to take, RFC 9110 §7.8: the request is answered like one without it.
 */
export function isSocketRequest({
  url,
  headers,
}: {
  readonly url?: string | undefined;
  readonly headers: { readonly upgrade?: string | undefined };
}): boolean {
  return url?.split("?")[0] === "/ws" && headers.upgrade?.toLowerCase() === "websocket";
}

/** Whether a request to /ws becomes a socket, or the status it is refused with. */
type UpgradeDecision =
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly status: 400 | 403 | 429 | 503 };

/** Sockets at once, of everyone and of one network, see networkOf. */
export const MAX_SOCKETS = 12_000;
export const MAX_SOCKETS_PER_NETWORK = 200;
/** Of the former, kept for networks that hold none yet. */
export const RESERVED_SOCKETS = MAX_SOCKETS / 20;

export function decideUpgrade({
  host,
  origin,
  hasCookie,
  protocol,
  knownNames,
  sockets,
  socketsOfNetwork,
  takeUpgrade,
}: {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly hasCookie: boolean;
  readonly protocol: "http" | "https";
  readonly knownNames: KnownNames;
  readonly sockets: number;
  readonly socketsOfNetwork: number;
  /** Counts one more for its network, false when there were too many; what another site's page tries does not count. */
  readonly takeUpgrade: () => boolean;
}): UpgradeDecision {
  if (!isKnownHost(host, knownNames)) return { kind: "refused", status: 400 };
  const ownOrigin = `${protocol}://${host ?? ""}`;
  const { publicOrigin } = knownNames;
  if (!isOwnOrigin({ origin, ownOrigin, publicOrigin, hasCookie }))
    return { kind: "refused", status: 403 };
  if (!takeUpgrade()) return { kind: "refused", status: 429 };
  const reserved = socketsOfNetwork === 0 ? 0 : RESERVED_SOCKETS;
  if (sockets >= MAX_SOCKETS - reserved || socketsOfNetwork >= MAX_SOCKETS_PER_NETWORK)
    return { kind: "refused", status: 503 };
  return { kind: "accepted" };
}
