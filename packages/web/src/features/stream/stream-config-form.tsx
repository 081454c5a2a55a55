import type { StreamInfo } from "@neonrelay/contract/callers";
import { type SyntheticEvent, useState } from "react";
import { FieldFrame } from "../../ui/field-frame.tsx";
import { FormSection } from "../../ui/form-fields.tsx";
import { useConfigureStream } from "./stream-admin-data.ts";

/** Encoding of the MP3 mount. Invalid numbers fall back on submit. */
export function StreamConfigForm({ config }: { readonly config: StreamInfo["config"] }) {
  const [typed, setTyped] = useState({
    bitrate: String(config.bitrate),
    sampleRate: String(config.sampleRate),
    channels: String(config.channels),
  });
  const configure = useConfigureStream();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const read = readStreamConfig(typed);
    setTyped({
      bitrate: String(read.bitrate),
      sampleRate: String(read.sampleRate),
      channels: String(read.channels),
    });
    configure.mutate(read);
  };
  return (
    <FormSection title="Configuration">
      <form onSubmit={submit} noValidate className="grid gap-4 min-[420px]:grid-cols-3">
        <Figure
          label="Bitrate"
          value={typed.bitrate}
          min={64}
          max={320}
          step={64}
          onChange={(bitrate) => setTyped({ ...typed, bitrate })}
        />
        <Figure
          label="Sample Rate"
          value={typed.sampleRate}
          min={32_000}
          max={48_000}
          step={100}
          onChange={(sampleRate) => setTyped({ ...typed, sampleRate })}
        />
        <Figure
          label="Channels"
          value={typed.channels}
          min={1}
          max={2}
          step={1}
          onChange={(channels) => setTyped({ ...typed, channels })}
        />
        <button
          type="submit"
          className="button button-primary min-[420px]:col-span-3"
          disabled={configure.isPending}
        >
          {configure.isPending ? "Updating…" : "Update Configuration"}
        </button>
      </form>
    </FormSection>
  );
}

function Figure({
  label,
  onChange,
  ...input
}: {
  readonly label: string;
  readonly value: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onChange: (text: string) => void;
}) {
  return (
    <FieldFrame label={label}>
      {(attributes) => (
        <input
          {...input}
          {...attributes}
          type="number"
          className="field tabular-nums"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

const DEFAULT_BITRATE = 128;
const DEFAULT_SAMPLE_RATE = 44_100;
const DEFAULT_CHANNELS = 2;

/** The input as numbers; invalid input falls back, such as 'abc' to 128 kbps. */
export function readStreamConfig(typed: {
  readonly bitrate: string;
  readonly sampleRate: string;
  readonly channels: string;
}) {
  return {
    bitrate: clamp(wholeOr(typed.bitrate, DEFAULT_BITRATE), { min: 64, max: 320 }),
    sampleRate: wholeOr(typed.sampleRate, DEFAULT_SAMPLE_RATE),
    channels: clamp(wholeOr(typed.channels, DEFAULT_CHANNELS), { min: 1, max: 2 }),
  };
}

function wholeOr(text: string, fallback: number): number {
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) || value === 0 ? fallback : value;
}

function clamp(
  value: number,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  return Math.min(max, Math.max(min, value));
}
