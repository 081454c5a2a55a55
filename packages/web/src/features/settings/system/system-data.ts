import { healthCalls, systemCalls } from "@neonrelay/contract/callers";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";
import { useToasts } from "../../../ui/toast-store.ts";

const FIGURES_POLL_MS = 5000;
const DATABASE_POLL_MS = 30_000;
const TOAST_MS = 5000;
const HEALTH_LIMIT_MS = 15_000;

export function useSystemStatus() {
  return useQuery({
    queryKey: [systemCalls.getSystemStatus.path],
    queryFn: ({ signal }) => callApi(systemCalls.getSystemStatus, {}, signal),
    refetchInterval: FIGURES_POLL_MS,
  });
}

export function useMonitoring() {
  return useQuery({
    queryKey: [systemCalls.getMonitoring.path],
    queryFn: ({ signal }) => callApi(systemCalls.getMonitoring, {}, signal),
    refetchInterval: FIGURES_POLL_MS,
  });
}

/** Also returns data if something is down: the response then has status 503 and says what. */
export function useHealth() {
  return useQuery({
    queryKey: [healthCalls.getHealth.path],
    queryFn: async ({ signal }) => {
      const limit = AbortSignal.timeout(HEALTH_LIMIT_MS);
      const response = await fetch(healthCalls.getHealth.path, {
        signal: AbortSignal.any([signal, limit]),
      });
      return healthCalls.getHealth.response.parse(await response.json());
    },
    refetchInterval: FIGURES_POLL_MS,
  });
}

export function useDatabaseStatus() {
  return useQuery({
    queryKey: [systemCalls.getDatabaseStatus.path],
    queryFn: ({ signal }) => callApi(systemCalls.getDatabaseStatus, {}, signal),
    refetchInterval: DATABASE_POLL_MS,
  });
}

/** The audio engine first, then the bot unless IRC is off. */
export function useRestartServices() {
  return useCommand({
    run: async (withIrc: boolean) => {
      await callApi(systemCalls.restartEngine, {});
      if (withIrc) await callApi(systemCalls.restartIrc, {});
      return withIrc;
    },
    done: (withIrc) => ({
      title: "Services Restarted",
      text: withIrc ? "The audio engine and the IRC bot restart" : "The audio engine restarts",
    }),
    failure: "Failed to restart the services",
    changes: [systemCalls.getMonitoring.path, healthCalls.getHealth.path],
  });
}

export function useTestDatabase() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const failed = () =>
    toasts.show({
      tone: "error",
      title: "Database Test Failed",
      text: "Some database tests failed",
      durationMs: TOAST_MS,
    });
  return useMutation({
    mutationFn: () => callApi(systemCalls.testDatabase, {}),
    onSuccess: ({ success }) => {
      if (success)
        toasts.show({ tone: "success", title: "Database Test Passed", durationMs: TOAST_MS });
      else failed();
    },
    onError: failed,
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: [systemCalls.getDatabaseStatus.path] }),
  });
}
