import { ircCalls } from "@neonrelay/contract/callers";
import type { IrcStatus } from "@neonrelay/contract/callers";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";
import { useBranding } from "../branding/index.ts";

export const ircStatusQuery = queryOptions<IrcStatus>({
  ...stationData,
  queryKey: [ircCalls.getIrcStatus.path],
  queryFn: ({ signal }) => callApi(ircCalls.getIrcStatus, {}, signal),
});

export function useIrcStatus(): IrcStatus | undefined {
  return useQuery(ircStatusQuery).data;
}

/** The server from the branding, else the bot's server; '' while unknown. */
export function useShownServer(): string {
  const named = useBranding().irc.server;
  const present = useIrcStatus()?.server ?? "";
  return shownServer(named === "" ? present : named);
}

/** Omits the default port. */
export function shownServer(server: string): string {
  return server.replace(/:6697$/, "");
}
