import type { StreamInfo } from "@neonrelay/contract/callers";
import { ExternalLink, Play, Square } from "lucide-react";
import { useState } from "react";
import { FormSection, SelectField } from "../../ui/form-fields.tsx";
import { useRight } from "../accounts/index.ts";
import { useStreamInfo } from "../radio/index.ts";
import { DjAccess } from "../djs/index.ts";
import { Facts } from "../../ui/facts.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { StreamConfigForm } from "./stream-config-form.tsx";
import { useStartStream, useStopStream } from "./stream-admin-data.ts";

const DEFAULT_SOURCE = "/dev/audio0";

/** The streaming admin panel. */
export function StreamAdmin() {
  const info = useStreamInfo();
  const mayConfigure = useRight("system_config");
  const mayBroadcast = useRight("live_broadcast");
  return (
    <Loaded what="stream" query={info}>
      {(stream) => (
        <>
          <OnAirControl stream={stream} />
          <Addresses stream={stream} />
          {mayConfigure && <StreamConfigForm config={stream.config} />}
          <CurrentConfiguration stream={stream} />
          {mayBroadcast && <DjAccess />}
        </>
      )}
    </Loaded>
  );
}

function OnAirControl({ stream }: { readonly stream: StreamInfo }) {
  const { isStreaming, audioSource } = stream;
  const start = useStartStream();
  const stop = useStopStream();
  const isBusy = start.isPending || stop.isPending;
  const [source, setSource] = useState(audioSource.chosen);
  const choices = [
    ...new Map(
      [
        ...audioSource.choices,
        { id: audioSource.chosen, name: audioSource.chosen },
        { id: DEFAULT_SOURCE, name: DEFAULT_SOURCE },
      ]
        .toReversed()
        .map(({ id, name }) => [id, { value: id, name }]),
    ).values(),
  ];
  return (
    <FormSection title="Stream">
      <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-center gap-3 min-[420px]:grid-cols-[1fr_auto_auto]">
        <span
          className={`badge justify-self-start max-[420px]:col-span-2 ${isStreaming ? "border-accent-edge text-accent-text" : "text-muted"}`}
        >
          {isStreaming ? "Live" : "Offline"}
        </span>
        <button
          type="button"
          className="button button-primary max-[360px]:px-2"
          disabled={isStreaming || isBusy}
          onClick={() => start.mutate(source)}
        >
          <Play size={16} aria-hidden="true" className="max-[360px]:hidden" />
          Start Stream
        </button>
        <button
          type="button"
          className="button button-danger max-[360px]:px-2"
          disabled={!isStreaming || isBusy}
          onClick={() => stop.mutate()}
        >
          <Square size={16} aria-hidden="true" className="max-[360px]:hidden" />
          Stop Stream
        </button>
      </div>
      <SelectField
        label="Audio Source"
        value={source}
        choices={choices.toReversed()}
        disabled={isStreaming}
        hint={isStreaming ? "Stop the stream to change it." : ""}
        onChange={setSource}
      />
    </FormSection>
  );
}

function Addresses({ stream }: { readonly stream: StreamInfo }) {
  return (
    <FormSection title="Addresses">
      {(
        [
          ["Stream URL", stream.streamUrl],
          ["Admin URL", stream.adminUrl],
        ] as const
      ).map(([name, url]) => (
        <div key={name} className="flex items-center gap-2">
          <input className="field font-mono text-[13px]" aria-label={name} readOnly value={url} />
          <a
            className="icon-button"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Open ${name}`}
          >
            <ExternalLink size={18} aria-hidden="true" />
          </a>
        </div>
      ))}
    </FormSection>
  );
}

function CurrentConfiguration({ stream }: { readonly stream: StreamInfo }) {
  const { config, audioSource } = stream;
  return (
    <FormSection title="Current Configuration">
      <Facts
        facts={[
          ["Icecast server", config.icecastServer],
          ["Port", String(config.icecastPort)],
          ["Bitrate", `${config.bitrate} kbps`],
          ["Sample rate", `${config.sampleRate} Hz`],
          ["Channels", config.channels === 1 ? "1 (mono)" : "2 (stereo)"],
          ["Audio source", audioSource.onAir],
        ]}
      />
      {audioSource.notice !== null && <p className="text-[13px] text-warn">{audioSource.notice}</p>}
    </FormSection>
  );
}
