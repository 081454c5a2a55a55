/** `hidden`: as if there were nothing at the address. */
type MetricsDecision = "allowed" | "refused" | "hidden";

/** Who may read the metrics: this machine itself, and anyone who knows the token if there is one. */
export function decideMetrics({
  isLoopback,
  hasToken,
  isTokenRight,
}: {
  /** See Peer. */
  readonly isLoopback: boolean;
  readonly hasToken: boolean;
  readonly isTokenRight: boolean;
}): MetricsDecision {
  if (isTokenRight || isLoopback) return "allowed";
  return hasToken ? "refused" : "hidden";
}
