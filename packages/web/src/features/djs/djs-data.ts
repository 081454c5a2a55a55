import { djsCalls } from "@neonrelay/contract/callers";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { useCommand } from "../../api/use-command.ts";
import { isNear } from "./host-desk.tsx";

const POLL_MS = 5000;
/** Polling interval while no show of the host is near. The socket reports a changed schedule. */
const QUIET_POLL_MS = 30_000;

export function useDjSessions() {
  return useQuery({
    queryKey: [djsCalls.listLiveSessions.path],
    queryFn: ({ signal }) => callApi(djsCalls.listLiveSessions, {}, signal),
    refetchInterval: POLL_MS,
  });
}

export function useKickDj() {
  return useCommand({
    run: (id: string) => callApi(djsCalls.kickLiveSession, { params: { id } }),
    done: {
      title: "DJ Disconnected",
      text: "The account and its address can't reconnect for five minutes",
    },
    failure: "Failed to disconnect the DJ",
    changes: [djsCalls.listLiveSessions.path],
  });
}

/** The next live show of the signed-in host. */
export function useHostDesk() {
  return useQuery({
    queryKey: [djsCalls.getHostDesk.path],
    queryFn: ({ signal }) => callApi(djsCalls.getHostDesk, {}, signal),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (isNear(data) || data.connection !== null) ? POLL_MS : QUIET_POLL_MS,
  });
}

export function useStreamKey() {
  return useQuery({
    queryKey: [djsCalls.getStreamKey.path],
    queryFn: ({ signal }) => callApi(djsCalls.getStreamKey, {}, signal),
  });
}

export function useMakeStreamKey() {
  return useCommand({
    run: () => callApi(djsCalls.makeStreamKey, {}),
    done: { title: "Stream Key Created", text: "It is shown only once" },
    failure: "Failed to create a stream key",
    changes: [djsCalls.getStreamKey.path, djsCalls.getHostDesk.path],
  });
}

export function useRevokeStreamKey() {
  return useCommand({
    run: () => callApi(djsCalls.revokeStreamKey, {}),
    done: { title: "Stream Key Revoked" },
    failure: "Failed to revoke the stream key",
    changes: [djsCalls.getStreamKey.path, djsCalls.getHostDesk.path],
  });
}
