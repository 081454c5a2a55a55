/** `hidden`: as if there were nothing at the address. */
export type MetricsDecision = "allowed" | "refused" | "hidden";

/** Who may read the metrics: this machine itself, and whoever knows the token if there is one. */
export function decideMetrics({
  address,
  isForwarded,
  hasToken,
  isTokenRight,
}: {
  /** Of the connection itself. */
  readonly address: string;
  /** Whether any header says that a proxy stands between: then the address is the proxy's. */
  readonly isForwarded: boolean;
  readonly hasToken: boolean;
  readonly isTokenRight: boolean;
}): MetricsDecision {
  if (isTokenRight || (isLoopback(address) && !isForwarded)) return "allowed";
  return hasToken ? "refused" : "hidden";
}

function isLoopback(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);
}
