import { radioCalls, streamCalls } from "@neonrelay/contract/callers";
import type { RequestOf, StreamInfo } from "@neonrelay/contract/callers";
import { callApi } from "../../api/call-api.ts";
import { useCommand } from "../../api/use-command.ts";

const changes = [radioCalls.getStreamInfo.path, radioCalls.getRadioState.path];

export function useStartStream() {
  return useCommand({
    run: (audioSource: string) => callApi(streamCalls.startStream, { body: { audioSource } }),
    done: ({ notice }) => ({
      title: "Stream Started",
      text: notice ?? "Radio is now broadcasting live",
    }),
    failure: "Failed to start stream",
    changes,
  });
}

export function useStopStream() {
  return useCommand({
    run: () => callApi(streamCalls.stopStream, {}),
    done: { title: "Stream Stopped", text: "Radio broadcast stopped" },
    failure: "Failed to stop stream",
    changes,
  });
}

export function useConfigureStream() {
  return useCommand({
    run: (config: {
      readonly bitrate: number;
      readonly sampleRate: number;
      readonly channels: number;
    }) => callApi(streamCalls.configureStream, { body: config }),
    done: { title: "Configuration Updated" },
    failure: "Failed to update configuration",
    changes,
  });
}

/** Switches mounts; the format of the MP3 mount stays. */
export function useConfigureMounts({ bitrate, sampleRate, channels }: StreamInfo["config"]) {
  return useCommand({
    run: (mounts: RequestOf<typeof streamCalls.configureStream>["body"]["mounts"]) =>
      callApi(streamCalls.configureStream, { body: { bitrate, sampleRate, channels, mounts } }),
    done: { title: "Configuration Updated" },
    failure: "Failed to update configuration",
    changes: [radioCalls.getStreamInfo.path],
  });
}
