import type { edgesApi } from "@neonrelay/contract";
import type { HandlersFor } from "../http-kit/route.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import { toEdge } from "./edge-rules.ts";

export function edgeHandlers({
  link,
}: {
  readonly link: Pick<OnAirLink, "status">;
}): HandlersFor<typeof edgesApi> {
  return { listEdges: async () => (link.status?.edges ?? []).map(toEdge) };
}
