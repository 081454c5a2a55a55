import type { OnAirSettings } from "@neonrelay/on-air/protocol";
import { stationSettings } from "../settings/settings-tables.ts";
import type { StoredSettings } from "../settings/settings-store.ts";
import { captureDeviceOf } from "./audio-source-rules.ts";
import type { StoredRadioState } from "./on-air-store.ts";

/** on-air's settings, from the station's settings and what operators last asked for. */
export function toOnAirSettings(
  settings: StoredSettings,
  { isPlaying, isStreaming, volume, audioSource }: StoredRadioState,
): OnAirSettings {
  // Directories get only what the owner has set, not the defaults shown on the pages.
  const said = (name: "tagline" | "genre"): string =>
    settings.isBrandingOwn || settings[name] !== stationSettings[name].default
      ? settings[name]
      : "";
  return {
    isPlaying,
    volume,
    isStreaming,
    autoPlay: settings.autoPlay,
    bitrateKbps: settings.bitrateKbps,
    sampleRateHz: settings.sampleRateHz,
    channels: settings.channels,
    isOpusOn: settings.isOpusOn,
    opusBitrateKbps: settings.opusBitrateKbps,
    isAacOn: settings.isAacOn,
    aacBitrateKbps: settings.aacBitrateKbps,
    isHlsOn: settings.isHlsOn,
    maxListeners: settings.maxListeners,
    stationName: settings.stationName,
    description: said("tagline"),
    genre: said("genre"),
    websiteUrl: settings.website,
    colors: {
      primary: settings.primaryColor,
      secondary: settings.secondaryColor,
      accent: settings.accentColor,
    },
    streamLimitMinutes: settings.streamLimitMinutes,
    allowedStreamHosts: [...settings.allowedStreamHosts],
    oldAddresses: [...settings.oldAddresses],
    captureDeviceId: captureDeviceOf(audioSource),
    requestsPerHour: settings.requestTurns.mostPerHour,
    timeZone: settings.timeZone,
  };
}
