import { radioApi, streamApi } from "@neonrelay/contract";
import { callApi } from "../../api/call-api.ts";
import { useCommand } from "../../api/use-command.ts";

const changes = [radioApi.getStreamInfo.path, radioApi.getRadioState.path];

export function useStartStream() {
  return useCommand({
    run: (audioSource: string) => callApi(streamApi.startStream, { body: { audioSource } }),
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
    run: () => callApi(streamApi.stopStream, {}),
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
    }) => callApi(streamApi.configureStream, { body: config }),
    done: { title: "Configuration Updated" },
    failure: "Failed to update configuration",
    changes,
  });
}
