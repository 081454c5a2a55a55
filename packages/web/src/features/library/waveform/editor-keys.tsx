import type { KeyboardEvent, ReactNode } from "react";
import { pressedKey } from "../../../browser/pressed-key.ts";
import { moveHandle, type Handle } from "./cue-draft-rules.ts";
import { nextPlace } from "./snap-rules.ts";
import { type WaveformParts, wholeView, zoomView } from "./view-rules.ts";

const ZOOM_STEP = 1.5;
const handleOfKey: Readonly<Record<string, Handle>> = { i: "cueIn", n: "startNext", o: "cueOut" };

/** Keys for the whole editor; fields and buttons keep those they need. */
export function EditorKeys({
  children,
  onToggle,
  ...parts
}: Omit<WaveformParts, "peaks" | "snap"> & {
  readonly children: ReactNode;
  readonly onToggle: () => void;
}) {
  const { sheet, cues, onCues, view, onView, playheadMs, onPlayhead, marks } = parts;
  const { durationMs } = sheet;
  const act = (key: string, aroundMs: number): boolean => {
    const zoom = (factor: number): void => onView(zoomView(view, { factor, aroundMs, durationMs }));
    const handle = handleOfKey[key.toLowerCase()];
    if (handle !== undefined) onCues(moveHandle(sheet, cues, { handle, toMs: playheadMs }));
    else if (key === " ") onToggle();
    else if (key === "+" || key === "=") zoom(1 / ZOOM_STEP);
    else if (key === "-") zoom(ZOOM_STEP);
    else if (key === "0") onView(wholeView(durationMs));
    else if (key === "[" || key === "]") {
      const direction = key === "]" ? 1 : -1;
      onPlayhead(nextPlace(playheadMs, { places: marks, direction }) ?? playheadMs);
    } else return false;
    return true;
  };
  const press = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || isTypedInto(event)) return;
    if (!act(pressedKey(event), placeOfFocus(event) ?? playheadMs)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- each key has a button or a field too
    <div className="waveform-editor" onKeyDown={press}>
      {children}
    </div>
  );
}

/** Space presses the focused button. */
function isTypedInto(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.matches("input:not([type=range]), select") ||
    (pressedKey(event) === " " && target.matches("button, input"))
  );
}

/** Position of the focused line; undefined if none has the focus. */
function placeOfFocus({ target }: KeyboardEvent): number | undefined {
  if (!(target instanceof HTMLElement) || !target.matches(".waveform-box [role=slider]"))
    return undefined;
  return Number(target.getAttribute("aria-valuenow"));
}
