/** A host that must be reached by TLS until a given time, IRCv3 STS. */
export interface StsPolicy {
  readonly port: number;
  readonly untilMs: number;
}

export type StsDecision =
  | { readonly kind: "nothing" }
  /** Disconnect at once and reconnect by TLS on this port. */
  | { readonly kind: "upgrade"; readonly port: number }
  | { readonly kind: "remember"; readonly policy: StsPolicy }
  | { readonly kind: "forget" };

/**
 * What a server's `sts` capability demands. Over an insecure connection only the port counts, since anyone could have
 * written the rest; over a secure one only the duration.
 */
export function decideSts({
  value,
  isSecure,
  port,
  nowMs,
}: {
  readonly value: string;
  readonly isSecure: boolean;
  /** The port of the connection it was sent on. */
  readonly port: number;
  readonly nowMs: number;
}): StsDecision {
  const keys = new Map(
    value.split(",").map((pair) => {
      const [key = "", keyValue = ""] = pair.split("=", 2);
      return [key, keyValue];
    }),
  );
  if (!isSecure) {
    const securePort = readNumber(keys.get("port"));
    return securePort === undefined || securePort < 1 || securePort > 65_535
      ? { kind: "nothing" }
      : { kind: "upgrade", port: securePort };
  }
  const seconds = readNumber(keys.get("duration"));
  if (seconds === undefined) return { kind: "nothing" };
  if (seconds === 0) return { kind: "forget" };
  return { kind: "remember", policy: { port, untilMs: nowMs + seconds * 1_000 } };
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}
