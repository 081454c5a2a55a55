import type { StationSettings, SystemStatus } from "@neonrelay/contract/callers";
import { useStreamInfo } from "../../radio/index.ts";
import { goingPublicChecks, isLoopbackHost, type PublicCheck } from "./going-public-rules.ts";

/** The checks for this page's address; undefined until the settings are loaded. */
export function usePublicChecks({
  settings,
  status,
}: {
  readonly settings: StationSettings | undefined;
  /** undefined: not loaded yet, and taken as fine. */
  readonly status: Pick<SystemStatus, "proxyProblems" | "reachProblem"> | undefined;
}): readonly PublicCheck[] | undefined {
  const streamUrl = useStreamInfo().data?.streamUrl ?? "";
  if (settings === undefined) return undefined;
  return goingPublicChecks({
    settings,
    isEncrypted: location.protocol === "https:",
    isOnThisMachine: isLoopbackHost(location.hostname),
    streamUrl,
    proxyProblems: status?.proxyProblems ?? [],
    reachProblem: status?.reachProblem ?? null,
  });
}
