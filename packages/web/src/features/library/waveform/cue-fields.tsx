import { OWN_GAIN_LIMITS_DB, type CueSheet, type TrackCues } from "@neonrelay/contract/callers";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { pressedKey } from "../../../browser/pressed-key.ts";
import { ValueSlider } from "../../../ui/value-slider.tsx";
import {
  handles,
  isSet,
  moveHandle,
  parsePlace,
  placesOf,
  placeText,
  resetHandle,
  type Handle,
} from "./cue-draft-rules.ts";
import { cueLabels } from "./waveform-data.ts";

interface FieldParts {
  readonly sheet: CueSheet;
  readonly cues: TrackCues;
  readonly onCues: (cues: TrackCues) => void;
}

/** Every cue point as a time field, and the gain. */
export function CueFields(parts: FieldParts) {
  return (
    <div className="waveform-fields">
      {handles.map((handle) => (
        <PlaceField key={handle} handle={handle} {...parts} />
      ))}
      <GainField {...parts} />
    </div>
  );
}

function PlaceField({ handle, sheet, cues, onCues }: FieldParts & { readonly handle: Handle }) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const places = placesOf(sheet, cues);
  const label = cueLabels[`${handle}Ms`];
  const shown =
    handle === "fadeIn"
      ? places.fadeIn - places.cueIn
      : handle === "fadeOut"
        ? places.cueOut - places.fadeOut
        : places[handle];
  const take = (): void => {
    const ms = parsePlace(typed ?? "");
    setTyped(undefined);
    if (ms === undefined || ms === shown) return;
    const toMs =
      handle === "fadeIn" ? places.cueIn + ms : handle === "fadeOut" ? places.cueOut - ms : ms;
    onCues(moveHandle(sheet, cues, { handle, toMs }));
  };
  return (
    <label className="waveform-field">
      <span className="text-[13px] text-muted">
        {label}
        {!isSet(cues, handle) && ` (${restOf(handle)})`}
      </span>
      <span className="flex items-center gap-1">
        <input
          className="field tabular-nums"
          aria-label={label}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? placeText(shown)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (pressedKey(event) === "Enter") take();
          }}
        />
        <ResetButton
          label={label}
          isSet={isSet(cues, handle)}
          onPress={() => onCues(resetHandle(cues, handle))}
        />
      </span>
    </label>
  );
}

/** What applies while nothing is set. */
function restOf(handle: Handle): string {
  return handle === "fadeIn" || handle === "fadeOut" ? "automatic" : "measured";
}

function GainField({ sheet, cues, onCues }: FieldParts) {
  const gainDb = cues.gainDb ?? 0;
  const text = decibels(gainDb);
  return (
    <div className="waveform-field waveform-gain">
      <span className="text-[13px] text-muted">
        Gain <span className="font-mono tabular-nums">{text}</span>, with{" "}
        {decibels(sheet.loudnessGainDb)} for the station's loudness
      </span>
      <span className="flex items-center gap-1">
        <ValueSlider
          label="Gain"
          value={gainDb}
          min={OWN_GAIN_LIMITS_DB.lowest}
          max={OWN_GAIN_LIMITS_DB.highest}
          step={0.5}
          valueText={text}
          onChange={(value) => onCues({ ...cues, gainDb: value })}
        />
        <ResetButton
          label="Gain"
          isSet={cues.gainDb !== null}
          onPress={() => onCues({ ...cues, gainDb: null })}
        />
      </span>
    </div>
  );
}

function ResetButton({
  label,
  isSet: isOn,
  onPress,
}: {
  readonly label: string;
  readonly isSet: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`Reset ${label}`}
      title="Reset"
      disabled={!isOn}
      onClick={onPress}
    >
      <RotateCcw size={16} aria-hidden="true" />
    </button>
  );
}

function decibels(db: number): string {
  return `${db > 0 ? "+" : ""}${db.toFixed(1)} dB`;
}
