import type { ListenerKind } from "./listener-hub.ts";

/** What our own watchdogs call themselves; they are not listeners. */
export const MONITOR_USER_AGENT = "NeonRelay-Monitor";

/** Relays and our own monitors get the stream, but are nobody who listens. */
export function listenerKind(userAgent: string): ListenerKind {
  return userAgent.includes("Icecast") || userAgent.includes(MONITOR_USER_AGENT)
    ? "uncounted"
    : "counted";
}

const CID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The connection id a browser adds to the address; null without one, or with one that is no UUID. */
export function parseCid(query: URLSearchParams): string | null {
  const cid = query.get("cid");
  return cid !== null && CID.test(cid) ? cid.toLowerCase() : null;
}

export type Admission = { readonly kind: "admitted" } | { readonly kind: "full" };

/** Most connections that add no listener: relays, monitors, and further connections of a listener. */
export const MAX_EXTRA_CONNECTIONS = 50;
/** Most connections of one browser: what it opened before may not have been noticed to be gone. */
export const MAX_CONNECTIONS_PER_CID = 4;

/**
 * Listener n+1 is refused. Relays, monitors and a listener who is already counted are not, up to a bound: each
 * connection costs memory and bandwidth, whoever it says it is.
 * @param connections all there are, those that listeners hold included
 * @param connectionsOfCid those the asking listener holds already
 */
export function decideAdmission({
  kind,
  listeners,
  connections,
  connectionsOfCid,
  maxListeners,
}: {
  readonly kind: ListenerKind;
  readonly listeners: number;
  readonly connections: number;
  readonly connectionsOfCid: number;
  readonly maxListeners: number;
}): Admission {
  if (connections >= maxListeners + MAX_EXTRA_CONNECTIONS) return { kind: "full" };
  const isNewListener = kind === "counted" && connectionsOfCid === 0;
  if (isNewListener) return { kind: listeners < maxListeners ? "admitted" : "full" };
  if (kind === "counted" && connectionsOfCid >= MAX_CONNECTIONS_PER_CID) return { kind: "full" };
  const extra = connections - listeners;
  return { kind: extra < MAX_EXTRA_CONNECTIONS ? "admitted" : "full" };
}
