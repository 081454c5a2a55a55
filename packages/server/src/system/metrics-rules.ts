/** `hidden`: respond as if nothing were there; `wait`: too many wrong tokens came from this address. */
type MetricsDecision = "allowed" | "refused" | "hidden" | "wait";

/** Who may read the metrics: this machine, and anyone with the token, if there is one. */
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
  // Checked before the token: operators choose tokens, so a wrong guess must cost time.
  if (hasToWait) return "wait";
  return isTokenRight ? "allowed" : "refused";
}
