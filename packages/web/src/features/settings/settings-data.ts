import { defaultBranding, settingsCalls, setUpCalls } from "@neonrelay/contract/callers";
import type { Branding, StationSettingsChange } from "@neonrelay/contract/callers";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { useCommand } from "../../api/use-command.ts";
import { useSocket } from "../../socket/socket-context.ts";
import { brandingLabels, settingLabels } from "./settings-sections.ts";
import { stationSettingsQuery } from "./station-settings-query.ts";

export function useStationSettings() {
  return useQuery(stationSettingsQuery);
}

/** @param title of the toast on success */
export function useChangeStationSettings(title: string) {
  return useCommand({
    run: (change: StationSettingsChange) =>
      callApi(settingsCalls.putStationSettings, { body: change }),
    done: { title },
    failure: "Failed to save the settings",
    labels: settingLabels,
    changes: [
      settingsCalls.getStationSettings.path,
      settingsCalls.getBranding.path,
      setUpCalls.getSetUp.path,
    ],
  });
}

export function useApplyBranding() {
  return usePutBranding("Branding Updated");
}

export function useResetBranding() {
  const put = usePutBranding("Branding Reset");
  const mutate = (options: { readonly onSuccess: () => void }) =>
    put.mutate(defaultBranding, options);
  return { ...put, mutate };
}

function usePutBranding(title: string) {
  const socket = useSocket();
  return useCommand({
    run: async (branding: Branding) => {
      const stored = await callApi(settingsCalls.putBranding, { body: branding });
      socket.send({ type: "branding_update", data: { branding: { ...stored } } });
    },
    done: { title },
    failure: "Failed to save the branding",
    labels: brandingLabels,
    changes: [settingsCalls.getBranding.path, settingsCalls.getStationSettings.path],
  });
}
