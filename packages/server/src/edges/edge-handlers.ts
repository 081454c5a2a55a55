import { edgesApi } from "@neonrelay/contract";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import { toEdge } from "./edge-rules.ts";

export const edgeFeature = feature(edgesApi, edgeHandlers);

function edgeHandlers({
  link,
}: {
  readonly link: Pick<OnAirLink, "status">;
}): HandlersFor<typeof edgesApi> {
  return { listEdges: async () => (link.status?.edges ?? []).map(toEdge) };
}
