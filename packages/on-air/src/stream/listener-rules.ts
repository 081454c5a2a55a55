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

/** Listener n+1 is refused; relays, monitors and a listener who is already counted are not. */
export function decideAdmission({
  kind,
  isAlreadyCounted,
  listeners,
  maxListeners,
}: {
  readonly kind: ListenerKind;
  readonly isAlreadyCounted: boolean;
  readonly listeners: number;
  readonly maxListeners: number;
}): Admission {
  if (kind === "uncounted" || isAlreadyCounted || listeners < maxListeners)
    return { kind: "admitted" };
  return { kind: "full" };
}
