import { contentKinds } from "@neonrelay/contract/callers";
import type { ClockSlot, ContentKind, Playlist, SlotContent } from "@neonrelay/contract/callers";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Dialog } from "../../../ui/dialog.tsx";
import { NumberField, SelectField } from "../../../ui/form-fields.tsx";
import { TrackPicker } from "../track-picker.tsx";
import { StartFields } from "./start-fields.tsx";
import { contentOf } from "./slot-rules.ts";

const contentNames: Readonly<Record<SlotContent["kind"], string>> = {
  content: "Any track of a kind",
  playlist: "A playlist",
  track: "One fixed track",
  break: "A spot break",
  requests: "Waiting requests",
};
const kindNames: Readonly<Record<ContentKind, string>> = {
  music: "Music",
  jingle: "Jingles",
  spot: "Spots",
  speech: "Speech",
};

/** The form for a slot: content, start and length. */
export function SlotDialog({
  slot: stored,
  isNew,
  playlists,
  onStore,
  onClose,
}: {
  readonly slot: ClockSlot;
  readonly isNew: boolean;
  readonly playlists: readonly Playlist[];
  readonly onStore: (slot: ClockSlot) => void;
  readonly onClose: () => void;
}) {
  const [slot, setSlot] = useState(stored);
  const [isTimeWrong, setIsTimeWrong] = useState(false);
  // Outside the clock's form, since forms can't be nested.
  return createPortal(
    <Dialog title={isNew ? "New Slot" : "Change Slot"} isSheet onClose={onClose}>
      <div className="flex flex-col gap-4">
        <ContentFields
          content={slot.content}
          playlists={playlists}
          onChange={(content) => setSlot({ ...slot, content })}
        />
        <StartFields
          start={slot.start}
          onChange={(start) => {
            setIsTimeWrong(start === undefined);
            if (start !== undefined) setSlot({ ...slot, start });
          }}
        />
        {hasLength(slot.content) && (
          <LengthFields length={slot.length} onChange={(length) => setSlot({ ...slot, length })} />
        )}
        <div className="flex justify-end gap-3">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="button button-primary"
            disabled={isTimeWrong}
            onClick={() => onStore(slot)}
          >
            {isNew ? "Add" : "Change"}
          </button>
        </div>
      </div>
    </Dialog>,
    document.body,
  );
}

function hasLength({ kind }: SlotContent): boolean {
  return kind === "content" || kind === "playlist" || kind === "requests";
}

function ContentFields({
  content,
  playlists,
  onChange,
}: {
  readonly content: SlotContent;
  readonly playlists: readonly Playlist[];
  readonly onChange: (content: SlotContent) => void;
}) {
  const [isPicking, setIsPicking] = useState(false);
  const [picked, setPicked] = useState<string | undefined>(undefined);
  const playlistId = playlists[0]?.id;
  const kinds = (["content", "playlist", "requests", "track", "break"] as const).filter(
    (kind) => playlistId !== undefined || (kind !== "playlist" && kind !== "break"),
  );
  const choose = (kind: SlotContent["kind"]) => {
    // Ask for the track first: such a slot needs one.
    if (kind === "track") setIsPicking(true);
    else onChange(contentOf(kind, { playlistId: playlistId ?? "", trackId: "" }));
  };
  return (
    <>
      <SelectField
        label="Plays"
        value={content.kind}
        choices={kinds.map((value) => ({ value, name: contentNames[value] }))}
        onChange={choose}
      />
      {content.kind === "content" && (
        <SelectField
          label="Kind"
          value={content.contentKind}
          choices={contentKinds.map((value) => ({ value, name: kindNames[value] }))}
          onChange={(contentKind) => onChange({ kind: "content", contentKind })}
        />
      )}
      <SourceFields content={content} playlists={playlists} onChange={onChange} />
      {content.kind === "track" && (
        <div className="flex items-center gap-3">
          <p className="min-w-0 flex-1 truncate">{picked ?? "The chosen track"}</p>
          <button type="button" className="button button-small" onClick={() => setIsPicking(true)}>
            Another Track
          </button>
        </div>
      )}
      {isPicking && (
        <TrackPicker
          title="Which track?"
          action="Choose"
          onPick={({ id, title }) => {
            setPicked(title);
            onChange({ kind: "track", trackId: id });
            setIsPicking(false);
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  );
}

/** Where a slot takes its tracks from, and how many spots. */
function SourceFields({
  content,
  playlists,
  onChange,
}: {
  readonly content: SlotContent;
  readonly playlists: readonly Playlist[];
  readonly onChange: (content: SlotContent) => void;
}) {
  const choices = playlists.map(({ id, name }) => ({ value: id, name }));
  return (
    <>
      {(content.kind === "playlist" || content.kind === "break") && (
        <SelectField
          label="Playlist"
          value={content.playlistId}
          choices={choices}
          onChange={(id) => onChange({ ...content, playlistId: id })}
        />
      )}
      {content.kind === "requests" && (
        <SelectField
          label="While none waits"
          value={content.playlistId ?? ""}
          choices={[{ value: "", name: "The station's playlists by their turns" }, ...choices]}
          onChange={(id) => onChange({ ...content, playlistId: id === "" ? null : id })}
        />
      )}
      {content.kind === "break" && (
        <NumberField
          label="Spots"
          value={content.spots}
          min={1}
          max={20}
          onChange={(spots) => onChange({ ...content, spots })}
        />
      )}
    </>
  );
}

function LengthFields({
  length,
  onChange,
}: {
  readonly length: ClockSlot["length"];
  readonly onChange: (length: ClockSlot["length"]) => void;
}) {
  return (
    <>
      <SelectField
        label="Length"
        value={length.kind}
        choices={[
          { value: "rest", name: "Until the next timed slot or the end of the hour" },
          { value: "tracks", name: "A number of tracks" },
        ]}
        onChange={(kind) => onChange(kind === "rest" ? { kind } : { kind, tracks: 1 })}
      />
      {length.kind === "tracks" && (
        <NumberField
          label="Tracks"
          value={length.tracks}
          min={1}
          max={50}
          onChange={(tracks) => onChange({ kind: "tracks", tracks })}
        />
      )}
    </>
  );
}
