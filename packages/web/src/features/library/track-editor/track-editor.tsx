import type { EditableTrack } from "@neonrelay/contract/callers";
import { AudioWaveform } from "lucide-react";
import { Suspense, useState } from "react";
import { ErrorBoundary } from "../../../frame/error-boundary.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { countOf } from "../../../ui/count-of.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../../ui/tabs.tsx";
import { CoverField } from "./cover-field.tsx";
import { EditorFooter } from "./editor-footer.tsx";
import { FileNameFields, TextWorkFields } from "./many-fields.tsx";
import { PastEdits } from "./past-edits.tsx";
import { ProgrammeFields } from "./programme-fields.tsx";
import { TagFields } from "./tag-fields.tsx";
import { emptyDraft, type TrackDraft } from "./track-draft.ts";
import { useTracksFields } from "./track-editor-data.ts";

/** Only loaded for operators who set cue points. */
const { Part: WaveformEditor } = lazyPart(
  async () => (await import("../waveform/waveform-editor.tsx")).WaveformEditor,
);

const tabs = [
  { value: "fields", name: "Fields" },
  { value: "text", name: "Replace" },
  { value: "names", name: "File Names" },
  { value: "past", name: "Past Edits" },
] as const;

/** Edits one track or many at once. */
export function TrackEditor({
  trackIds,
  onDone,
  onClose,
}: {
  readonly trackIds: readonly string[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const fields = useTracksFields(trackIds);
  const [showsCues, setShowsCues] = useState(false);
  const [first] = fields.data ?? [];
  const title =
    trackIds.length === 1 ? (first?.title ?? "Edit Track") : countOf(trackIds.length, "track");
  if (showsCues && first !== undefined)
    return (
      <ErrorBoundary scope="dialog" onClose={onClose}>
        <Suspense fallback={null}>
          <WaveformEditor trackId={first.id} onClose={onClose} />
        </Suspense>
      </ErrorBoundary>
    );
  return (
    <Dialog title={title} isSheet onClose={onClose}>
      {trackIds.length === 1 && first?.file !== null && (
        <button
          type="button"
          className="button button-small mb-4"
          disabled={first === undefined}
          onClick={() => setShowsCues(true)}
        >
          <AudioWaveform size={15} aria-hidden="true" />
          Cue Points and Waveform
        </button>
      )}
      <Loaded what="track" query={fields}>
        {(tracks) => <Editor tracks={tracks} onDone={onDone} />}
      </Loaded>
    </Dialog>
  );
}

function Editor({
  tracks,
  onDone,
}: {
  readonly tracks: readonly EditableTrack[];
  readonly onDone: () => void;
}) {
  const [draft, setDraft] = useState(emptyDraft);
  const [open, setOpen] = useState<string>("fields");
  const edit = (change: Partial<TrackDraft>) => setDraft({ ...draft, ...change });
  const parts = { tracks, draft, onEdit: edit };
  const panel = "flex flex-col gap-4 pt-4";
  return (
    <Tabs open={open} onOpen={setOpen}>
      <TabList label="Ways to edit" className="scroll-tabs flex gap-1">
        {tabs.map(({ value, name }) => (
          <Tab
            key={value}
            value={value}
            className="button button-small shrink-0 aria-selected:bg-s3 aria-selected:text-text"
          >
            {name}
          </Tab>
        ))}
      </TabList>
      <TabPanel value="fields" whileHidden="kept" className={panel}>
        <CoverField {...parts} />
        <TagFields {...parts} />
        <ProgrammeFields {...parts} />
      </TabPanel>
      <TabPanel value="text" whileHidden="kept" className={panel}>
        <TextWorkFields {...parts} />
      </TabPanel>
      <TabPanel value="names" whileHidden="kept" className={panel}>
        <FileNameFields {...parts} />
      </TabPanel>
      <TabPanel value="past" whileHidden="gone" className={panel}>
        <PastEdits />
      </TabPanel>
      {open !== "past" && <EditorFooter tracks={tracks} draft={draft} onDone={onDone} />}
    </Tabs>
  );
}
