import type { IncomingMessage, ServerResponse } from "node:http";
import { answerPage, NEVER_KEPT } from "./answers.ts";
import { STATUS_PAGE_POLICY, statusPage } from "./status-page.ts";
import type { MountStatus, StreamStatus } from "./stream-status.ts";
import { audioInfo, SERVER_NAME } from "./mount-headers.ts";

/** The status for programs, in Icecast's form. */
export function answerStatusJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: StreamStatus,
): void {
  answerPage(request, response, {
    contentType: "application/json; charset=utf-8",
    body: statusJson(status),
    headers: [NEVER_KEPT, ["Access-Control-Allow-Origin", "*"]],
  });
}

/** The status for people. */
export function answerStatusPage(
  request: IncomingMessage,
  response: ServerResponse,
  status: StreamStatus,
): void {
  answerPage(request, response, {
    contentType: "text/html; charset=utf-8",
    body: statusPage(status),
    headers: [
      NEVER_KEPT,
      ["Content-Security-Policy", STATUS_PAGE_POLICY],
      ["Referrer-Policy", "no-referrer"],
    ],
  });
}

/**
 * `/status-json.xsl` in Icecast 2.4's form: `source` is absent while nothing is on air, an object for one mount and an
 * array for several. Unlike in Icecast, titles that look like numbers stay strings.
 */
function statusJson(status: StreamStatus): string {
  const { streamStartedAtMs } = status;
  const sources =
    streamStartedAtMs === null || !status.settings.isStreaming
      ? []
      : status.mounts.map((mount) => sourceOf({ mount, status, streamStartedAtMs }));
  const [first] = sources;
  return JSON.stringify({
    icestats: {
      admin: "",
      host: URL.parse(status.baseUrl)?.hostname ?? "localhost",
      location: "",
      server_id: SERVER_NAME,
      ...startTimes("server_start", status.serverStartedAtMs),
      ...(first === undefined ? {} : { source: sources.length === 1 ? first : sources }),
      dummy: null,
    },
  });
}

function sourceOf({
  mount,
  status,
  streamStartedAtMs,
}: {
  readonly mount: MountStatus;
  readonly status: StreamStatus;
  readonly streamStartedAtMs: number;
}): Readonly<Record<string, unknown>> {
  const { settings } = status;
  const { format } = mount;
  return {
    audio_info: audioInfo(format),
    bitrate: format.bitrateKbps,
    channels: format.channels,
    genre: settings.genre,
    listener_peak: mount.listenerPeak,
    listeners: mount.listeners,
    listenurl: `${status.baseUrl}${mount.path}`,
    samplerate: format.sampleRateHz,
    server_description: settings.description,
    server_name: settings.stationName,
    server_type: mount.contentType,
    server_url: settings.websiteUrl,
    ...startTimes("stream_start", streamStartedAtMs),
    title: status.title ?? "",
    dummy: null,
  };
}

/** Icecast gives each time twice: in mail format and as ISO 8601, both with a numeric zone. */
function startTimes(name: string, atMs: number): Readonly<Record<string, string>> {
  const date = new Date(atMs);
  return {
    [name]: date.toUTCString().replace("GMT", "+0000"),
    [`${name}_iso8601`]: date.toISOString().replace(/\.\d+Z$/, "+0000"),
  };
}
