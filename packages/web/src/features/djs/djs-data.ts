import { djsApi } from "@neonrelay/contract";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { useCommand } from "../../api/use-command.ts";

const POLL_MS = 5000;

export function useDjSessions() {
  return useQuery({
    queryKey: [djsApi.listLiveSessions.path],
    queryFn: ({ signal }) => callApi(djsApi.listLiveSessions, {}, signal),
    refetchInterval: POLL_MS,
  });
}

export function useKickDj() {
  return useCommand({
    run: (id: string) => callApi(djsApi.kickLiveSession, { params: { id } }),
    done: { title: "DJ Disconnected", text: "Account and address are refused for five minutes" },
    failure: "Failed to disconnect the DJ",
    changes: [djsApi.listLiveSessions.path],
  });
}

export function useStreamKey() {
  return useQuery({
    queryKey: [djsApi.getStreamKey.path],
    queryFn: ({ signal }) => callApi(djsApi.getStreamKey, {}, signal),
  });
}

export function useMakeStreamKey() {
  return useCommand({
    run: () => callApi(djsApi.makeStreamKey, {}),
    done: { title: "Stream Key Made", text: "It is shown this once" },
    failure: "Failed to make a stream key",
    changes: [djsApi.getStreamKey.path],
  });
}

export function useRevokeStreamKey() {
  return useCommand({
    run: () => callApi(djsApi.revokeStreamKey, {}),
    done: { title: "Stream Key Revoked" },
    failure: "Failed to revoke the stream key",
    changes: [djsApi.getStreamKey.path],
  });
}
