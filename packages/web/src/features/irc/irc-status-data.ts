import { ircApi } from "@neonrelay/contract";
import type { IrcStatus } from "@neonrelay/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";

export const ircStatusQuery = queryOptions<IrcStatus>({
  ...stationData,
  queryKey: [ircApi.getIrcStatus.path],
  queryFn: ({ signal }) => callApi(ircApi.getIrcStatus, {}, signal),
});

export function useIrcStatus(): IrcStatus | undefined {
  return useQuery(ircStatusQuery).data;
}

/** The port that every network has says nothing, so it is left out. */
export function shownServer(server: string): string {
  return server.replace(/:6697$/, "");
}
