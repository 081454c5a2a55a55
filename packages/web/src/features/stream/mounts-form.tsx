import type { StreamInfo } from "@neonrelay/contract/callers";
import { FormSection, SwitchField } from "../../ui/form-fields.tsx";
import { useStreamInfo } from "../radio/index.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { useConfigureMounts } from "./stream-admin-data.ts";

const texts = {
  opus: "Opus in Ogg, for low bandwidth",
  aac: "AAC in ADTS",
  hls: "HLS, for players without support for endless streams",
} as const;

/** The mounts besides MP3; each switches on or off at once. */
export function MountsForm() {
  const info = useStreamInfo();
  return (
    <Loaded what="mounts" query={info}>
      {(stream) => <Mounts config={stream.config} />}
    </Loaded>
  );
}

function Mounts({ config }: { readonly config: StreamInfo["config"] }) {
  const configure = useConfigureMounts(config);
  const { opus, aac, hls } = config.mounts;
  return (
    <FormSection
      title="Mounts"
      text={`/stream.mp3 is always on: ${config.bitrate} kbps, ${config.sampleRate} Hz.`}
    >
      <SwitchField
        label="/stream.opus"
        text={`${texts.opus}, ${opus.bitrate} kbps`}
        isOn={opus.isOn}
        disabled={configure.isPending}
        onChange={(isOn) => configure.mutate({ opus: { isOn } })}
      />
      <SwitchField
        label="/stream.aac"
        text={`${texts.aac}, ${aac.bitrate} kbps`}
        isOn={aac.isOn}
        disabled={configure.isPending}
        onChange={(isOn) => configure.mutate({ aac: { isOn } })}
      />
      <SwitchField
        label="/hls/live.m3u8"
        text={texts.hls}
        isOn={hls.isOn}
        disabled={configure.isPending}
        onChange={(isOn) => configure.mutate({ hls: { isOn } })}
      />
    </FormSection>
  );
}
