import type { CueSheet, Track, TrackCues } from "@neonrelay/contract/callers";
import { useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { CueFields } from "./cue-fields.tsx";
import { isSameCues, noCues, placesOf } from "./cue-draft-rules.ts";
import { EditorKeys } from "./editor-keys.tsx";
import { JoinPicker } from "./join-picker.tsx";
import { ListenBar } from "./listen-bar.tsx";
import type { Peaks } from "./peaks-rules.ts";
import { findSnapPlaces, snapTo, type SnapKind } from "./snap-rules.ts";
import { useHearing } from "./use-hearing.ts";
import { ViewBar } from "./view-bar.tsx";
import { viewWith, wholeView } from "./view-rules.ts";
import { useCueSheet, useLikelyNext, useSetCues, useWaveform } from "./waveform-data.ts";
import { WaveformPicture } from "./waveform-picture.tsx";
import "./waveform.css";

/** Snap distance of a handle, as a share of the view. */
const SNAP_SHARE = 0.012;

/** Where a track starts and ends on air, on its waveform. */
export function WaveformEditor({
  trackId,
  onClose,
}: {
  readonly trackId: string;
  readonly onClose: () => void;
}) {
  const sheet = useCueSheet(trackId);
  const waveform = useWaveform(trackId);
  return (
    <Dialog title={sheet.data?.title ?? "Cue Points"} onClose={onClose}>
      <Loaded what="cue points" query={sheet}>
        {(loaded) => (
          <Loaded what="waveform" query={waveform}>
            {(peaks) => <Editor sheet={loaded} peaks={peaks} onDone={onClose} />}
          </Loaded>
        )}
      </Loaded>
    </Dialog>
  );
}

function Editor({
  sheet,
  peaks,
  onDone,
}: {
  readonly sheet: CueSheet;
  readonly peaks: Peaks;
  readonly onDone: () => void;
}) {
  const { durationMs } = sheet;
  const [cues, setCues] = useState<TrackCues>(sheet.set);
  const [view, setView] = useState(() => wholeView(durationMs));
  const [playheadMs, setPlayheadMs] = useState(() => placesOf(sheet, sheet.set).cueIn);
  const [snapKind, setSnapKind] = useState<SnapKind>("off");
  const [found] = useState(() => findSnapPlaces(peaks));
  const [chosen, setChosen] = useState<Track | undefined>(undefined);
  const likely = useLikelyNext(sheet.trackId);
  const next = chosen ?? likely ?? undefined;
  const marks = snapKind === "off" ? [] : found[snapKind];
  const movePlayhead = (ms: number): void => {
    const at = Math.max(0, Math.min(durationMs, ms));
    setPlayheadMs(at);
    setView((before) => viewWith(before, at, durationMs));
  };
  const hearing = useHearing({ sheet, cues, playheadMs, onPlayhead: movePlayhead });
  const seek = (ms: number): void => {
    movePlayhead(ms);
    if (hearing.hearing.kind === "playing") hearing.playFrom(ms);
  };
  const snap = (ms: number): number =>
    snapTo(ms, { places: marks, withinMs: view.spanMs * SNAP_SHARE });
  const parts = { sheet, peaks, cues, onCues: setCues, view, onView: setView, snap, marks };
  const position = { playheadMs, onPlayhead: seek };
  return (
    <EditorKeys {...parts} {...position} onToggle={hearing.toggle}>
      <ViewBar
        {...parts}
        playheadMs={playheadMs}
        snapKind={snapKind}
        tempo={found.tempo}
        onSnapKind={setSnapKind}
      />
      <WaveformPicture {...parts} {...position} />
      <ListenBar
        hearing={hearing.hearing}
        playheadMs={playheadMs}
        onTick={movePlayhead}
        onToggle={hearing.toggle}
        onJoin={next === undefined ? undefined : () => hearing.hearJoin(next.id)}
      />
      <JoinPicker next={next} onNext={setChosen} />
      <CueFields sheet={sheet} cues={cues} onCues={setCues} />
      <Footer sheet={sheet} cues={cues} onCues={setCues} onDone={onDone} />
    </EditorKeys>
  );
}

function Footer({
  sheet,
  cues,
  onCues,
  onDone,
}: {
  readonly sheet: CueSheet;
  readonly cues: TrackCues;
  readonly onCues: (cues: TrackCues) => void;
  readonly onDone: () => void;
}) {
  const save = useSetCues(sheet);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <button
        type="button"
        className="button button-small"
        disabled={isSameCues(cues, noCues)}
        onClick={() => onCues(noCues)}
      >
        Reset All
      </button>
      <button
        type="button"
        className="button button-small"
        disabled={isSameCues(cues, sheet.set)}
        onClick={() => onCues(sheet.set)}
      >
        Discard Changes
      </button>
      <button
        type="button"
        className="button button-primary ml-auto"
        disabled={save.isPending || isSameCues(cues, sheet.set)}
        onClick={() => save.mutate(cues, { onSuccess: onDone })}
      >
        Save
      </button>
    </div>
  );
}
