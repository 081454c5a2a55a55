import { audioInfo, MOUNT_CONTENT_TYPE, MOUNT_PATH, SERVER_NAME } from "./mount-headers.ts";
import type { StreamStatus } from "./stream-status.ts";

/**
 * `/status-json.xsl` in Icecast 2.4's shape: `source` is absent while the mount is off air and an object otherwise.
 * Unlike Icecast, titles that look like numbers stay strings.
 */
export function statusJson(status: StreamStatus): string {
  const { settings } = status;
  const source =
    status.streamStartedAtMs === null || !settings.isStreaming
      ? {}
      : {
          source: {
            audio_info: audioInfo(settings),
            bitrate: settings.bitrateKbps,
            channels: settings.channels,
            genre: settings.genre,
            listener_peak: status.listenerPeak,
            listeners: status.listeners,
            listenurl: `${status.baseUrl}${MOUNT_PATH}`,
            samplerate: settings.sampleRateHz,
            server_description: settings.description,
            server_name: settings.stationName,
            server_type: MOUNT_CONTENT_TYPE,
            server_url: settings.websiteUrl,
            ...startTimes("stream_start", status.streamStartedAtMs),
            title: status.title ?? "",
            dummy: null,
          },
        };
  return JSON.stringify({
    icestats: {
      admin: "",
      host: URL.parse(status.baseUrl)?.hostname ?? "localhost",
      location: "",
      server_id: SERVER_NAME,
      ...startTimes("server_start", status.serverStartedAtMs),
      ...source,
      dummy: null,
    },
  });
}

/** Icecast gives each time twice: as a mail date and as ISO 8601, both with a numeric zone. */
function startTimes(name: string, atMs: number): Readonly<Record<string, string>> {
  const date = new Date(atMs);
  return {
    [name]: date.toUTCString().replace("GMT", "+0000"),
    [`${name}_iso8601`]: date.toISOString().replace(/\.\d+Z$/, "+0000"),
  };
}
