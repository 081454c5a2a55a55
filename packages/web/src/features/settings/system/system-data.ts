import { healthApi, systemApi } from "@neonrelay/contract";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";

const FIGURES_POLL_MS = 5000;
const DATABASE_POLL_MS = 30_000;
const HEALTH_LIMIT_MS = 15_000;

export function useSystemStatus() {
  return useQuery({
    queryKey: [systemApi.getSystemStatus.path],
    queryFn: ({ signal }) => callApi(systemApi.getSystemStatus, {}, signal),
    refetchInterval: FIGURES_POLL_MS,
  });
}

export function useMonitoring() {
  return useQuery({
    queryKey: [systemApi.getMonitoring.path],
    queryFn: ({ signal }) => callApi(systemApi.getMonitoring, {}, signal),
    refetchInterval: FIGURES_POLL_MS,
  });
}

/** Also when something is down: the answer has status 503 then, and says what. */
export function useHealth() {
  return useQuery({
    queryKey: [healthApi.getHealth.path],
    queryFn: async ({ signal }) => {
      const limit = AbortSignal.timeout(HEALTH_LIMIT_MS);
      const response = await fetch(healthApi.getHealth.path, {
        signal: AbortSignal.any([signal, limit]),
      });
      return healthApi.getHealth.response.parse(await response.json());
    },
    refetchInterval: FIGURES_POLL_MS,
  });
}

export function useDatabaseStatus() {
  return useQuery({
    queryKey: [systemApi.getDatabaseStatus.path],
    queryFn: ({ signal }) => callApi(systemApi.getDatabaseStatus, {}, signal),
    refetchInterval: DATABASE_POLL_MS,
  });
}

/** The sound engine first, then the bot; where IRC is off, only the first. */
export function useRestartServices() {
  return useCommand({
    run: async (withIrc: boolean) => {
      await callApi(systemApi.restartEngine, {});
      if (withIrc) await callApi(systemApi.restartIrc, {});
      return withIrc;
    },
    done: (withIrc) => ({
      title: "Services Restarted",
      text: withIrc ? "Sound engine and IRC bot start anew" : "The sound engine starts anew",
    }),
    failure: "Failed to restart the services",
    changes: [systemApi.getMonitoring.path, healthApi.getHealth.path],
  });
}
