import type { VisualizerMode } from "./visualizer-mode.ts";
import { toMode, visualizerModes } from "./visualizer-mode.ts";

interface ModePickerProps {
  readonly mode: VisualizerMode;
  readonly onChoose: (mode: VisualizerMode) => void;
}

/** All eight side by side, where they fit. */
export function ModeButtons({ mode, onChoose }: ModePickerProps) {
  return (
    <fieldset aria-label="Visualizer" className="mode-buttons">
      {visualizerModes.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          className="mode-button"
          aria-pressed={name === mode}
          onClick={() => onChoose(name)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/** The same as a select field, for smaller screens. */
export function ModeSelect({ mode, onChoose }: ModePickerProps) {
  return (
    <select
      aria-label="Visualizer"
      className="field min-h-9 w-auto max-w-full min-w-0 px-2 font-display text-[13px] font-semibold"
      value={mode}
      onChange={(event) => onChoose(toMode(event.target.value) ?? mode)}
    >
      {visualizerModes.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}
