import { defaultBranding, settingsCalls, setUpCalls } from "@neonrelay/contract/callers";
import type { Branding, StationSettings, StationSettingsChange } from "@neonrelay/contract/callers";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { useCommand } from "../../api/use-command.ts";
import { useSocket } from "../../socket/socket-context.ts";
import { stationSettingsQuery } from "./station-settings-query.ts";

const settingLabels: Readonly<Record<keyof StationSettings, string>> = {
  stationName: "Station Name",
  tagline: "Tagline",
  timeZone: "Time Zone",
  autoPlay: "Auto-play",
  ircChannel: "IRC Channel",
  announcesShows: "Announce shows on IRC",
  doesTopicFollowShow: "IRC topic follows the show",
  volume: "Server Volume",
  djKeysWork: "DJs only in their shows",
  djAddress: "Address for DJs",
  bitrate: "Bitrate",
  maxListeners: "Max Listeners",
  loudnessTargetLufs: "Loudness target",
  streamLimitMinutes: "Longest external stream",
  shortestTrackSeconds: "Shortest track",
  leftOutFormats: "Music formats",
  uploadFormats: "More formats for uploads",
  maxUploadMegabytes: "Largest upload",
  trashDays: "Days in the trash",
  tagOriginalsMegabytes: "Room for undo in files in MB",
  allowedStreamHosts: "Allowed private hosts",
  oldAddresses: "Old addresses",
  relays: "Icecast relays",
  commentsEnabled: "Comments",
  registrationEnabled: "Public Registration",
  maintenanceMode: "Maintenance Mode",
  guestQueueActions: "Guest queue actions",
  requestRules: "Request rules",
  requestTurns: "Requests play",
  separation: "Separation",
  kindRules: "Kinds of Tracks",
  retention: "Retention",
};
const brandingLabels = {
  siteName: "Station Name",
  tagline: "Tagline",
  controlPanelTitle: "Control Panel Title",
  "metadata.genre": "Genre",
  "metadata.website": "Website URL",
  "metadata.email": "Contact Email",
  "irc.botName": "Bot Name",
  "irc.server": "IRC Server",
  headerTags: "Header Tags",
  "colors.primary": "Primary Colour",
  "colors.secondary": "Secondary Colour",
  "colors.accent": "Accent Colour",
};

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
