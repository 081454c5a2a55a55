/** `hidden`: as if there were nothing at the address; `wait`: too many wrong tokens came from there. */
type MetricsDecision = "allowed" | "refused" | "hidden" | "wait";

/** Who may read the metrics: this machine itself, and anyone who knows the token if there is one. */
export function decideMetrics({
  isLoopback,
  hasToken,
  hasToWait,
  isTokenRight,
}: {
  /** See Peer. */
  readonly isLoopback: boolean;
  readonly hasToken: boolean;
  readonly hasToWait: boolean;
  readonly isTokenRight: boolean;
}): MetricsDecision {
  if (isLoopback) return "allowed";
  if (!hasToken) return "hidden";
  // Before the token, which people choose: else a wrong guess would cost nothing.
  if (hasToWait) return "wait";
  return isTokenRight ? "allowed" : "refused";
}
