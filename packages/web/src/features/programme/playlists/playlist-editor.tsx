import { type Playlist, playlistOrders } from "@neonrelay/contract/callers";
import { type SyntheticEvent, useState } from "react";
import { fieldProblem } from "../../../api/call-api.ts";
import { forgetFailure } from "../../../api/use-command.ts";
import {
  FormSection,
  NumberField,
  SelectField,
  SwitchField,
  TextField,
} from "../../../ui/form-fields.tsx";
import { useDraft } from "../../../ui/use-draft.ts";
import {
  EditorButtons,
  EditorFrame,
  isOutdated,
  Outdated,
  RemoveButton,
  useStored,
} from "../editor-frame.tsx";
import { ExportPlaylist } from "./export-playlist.tsx";
import type { HandPicked } from "./hand-picked-rules.ts";
import { HandPickedTracks } from "./hand-picked-tracks.tsx";
import {
  draftOf,
  newPlaylist,
  type PlaylistDraft,
  useLoadPlaylist,
  useRemovePlaylist,
  useSavePlaylist,
} from "./playlists-data.ts";
import { RuleFields } from "./rule-fields.tsx";
import { type RuleDraft, ruleDraftOf, ruleOf } from "./rule-draft.ts";
import { RadioField } from "../../../ui/choice-fields.tsx";
import { orderNames, turnChoices, turnNumber, turnOf } from "./turn-rules.ts";

/** The editor of a playlist. @param playlist undefined: a new one */
export function PlaylistEditor({
  playlist,
  onClose,
}: {
  readonly playlist: Playlist | undefined;
  readonly onClose: () => void;
}) {
  const { stored, setStored, loads, loadAgain } = useStored(playlist, useLoadPlaylist());
  const remove = useRemovePlaylist();
  return (
    <EditorFrame
      back="All Playlists"
      title={stored?.name ?? "New Playlist"}
      buttons={
        <>
          {stored !== undefined && <ExportPlaylist playlist={stored} />}
          <RemoveButton
            item={stored}
            remove={remove}
            text="Its tracks stay in the library. The plan continues without it."
            onRemoved={onClose}
          />
        </>
      }
      onClose={onClose}
    >
      <PlaylistForm
        key={loads}
        stored={stored}
        onStored={setStored}
        onLoadAgain={loadAgain}
        onClose={onClose}
      />
    </EditorFrame>
  );
}

function PlaylistForm({
  stored,
  onStored,
  onLoadAgain,
  onClose,
}: {
  readonly stored: Playlist | undefined;
  readonly onStored: (playlist: Playlist) => void;
  readonly onLoadAgain: () => void;
  readonly onClose: () => void;
}) {
  const form = usePlaylistForm({ stored, onStored, onClose });
  const { draft, save, change } = form;
  return (
    <form
      onSubmit={form.submit}
      noValidate
      className="grid items-start gap-3 lg:grid-cols-2 lg:gap-4"
    >
      <div className="flex min-w-0 flex-col gap-3 lg:gap-4">
        <FormSection title="Playlist">
          <NameFields draft={draft} error={save.error} onChange={change} />
          {stored === undefined && (
            <SourceFields isSmart={draft.rule !== null} onChange={form.setIsSmart} />
          )}
        </FormSection>
        <TurnFields draft={draft} onChange={change} />
      </div>
      {draft.rule === null ? (
        <HandPickedTracks stored={stored} entries={form.entries} onChange={form.setEntries} />
      ) : (
        <RuleFields rule={form.rule} onChange={form.setRule} />
      )}
      <EditorButtons save="Save Playlist" isSaving={save.isPending} onCancel={onClose}>
        {isOutdated(save.error) && <Outdated what="playlist" onLoadAgain={onLoadAgain} />}
      </EditorButtons>
    </form>
  );
}

/** What was entered in the form, and how to save it. */
function usePlaylistForm({
  stored,
  onStored,
  onClose,
}: {
  readonly stored: Playlist | undefined;
  readonly onStored: (playlist: Playlist) => void;
  readonly onClose: () => void;
}) {
  const save = useSavePlaylist();
  const { draft, edit } = useDraft<PlaylistDraft>(
    stored === undefined ? newPlaylist : draftOf(stored),
  );
  const [rule, setRule] = useState(ruleDraftOf(draft.rule ?? { kinds: ["music"] }));
  const [entries, setEntries] = useState<readonly HandPicked[] | undefined>(undefined);
  const isSmart = draft.rule !== null;
  const change = (edits: Partial<PlaylistDraft>) => {
    forgetFailure(save);
    edit(edits);
  };
  return {
    save,
    draft,
    change,
    rule,
    setRule: (typed: RuleDraft) => {
      forgetFailure(save);
      setRule(typed);
    },
    setIsSmart: (isByRule: boolean) => change({ rule: isByRule ? ruleOf(rule) : null }),
    entries,
    setEntries,
    submit: (event: SyntheticEvent) => {
      event.preventDefault();
      const whole = { ...draft, rule: isSmart ? ruleOf(rule) : null };
      const picked = isSmart ? undefined : entries;
      save.mutate({ stored, draft: whole, entries: picked, onStored }, { onSuccess: onClose });
    },
  };
}

function NameFields({
  draft: { name, description },
  error,
  onChange,
}: {
  readonly draft: PlaylistDraft;
  readonly error: unknown;
  readonly onChange: (change: Partial<PlaylistDraft>) => void;
}) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        value={name}
        maxLength={80}
        problem={fieldProblem(error, "name")}
        onChange={(typed) => onChange({ name: typed })}
      />
      <TextField
        label="Description"
        value={description}
        maxLength={300}
        problem={fieldProblem(error, "description")}
        onChange={(typed) => onChange({ description: typed })}
      />
    </>
  );
}

/** How to choose the tracks of a new playlist. */
function SourceFields({
  isSmart,
  onChange,
}: {
  readonly isSmart: boolean;
  readonly onChange: (isSmart: boolean) => void;
}) {
  return (
    <RadioField
      label="Tracks"
      value={isSmart ? "rule" : "hand"}
      choices={[
        { value: "hand", name: "Hand-picked", text: "You choose the tracks and their order." },
        { value: "rule", name: "Chosen by a rule", text: "New tracks join it automatically." },
      ]}
      onChange={(value) => onChange(value === "rule")}
    />
  );
}

const choices = turnChoices.map(({ kind, ...words }) => ({ value: kind, ...words }));
const orders = playlistOrders.map((value) => ({ value, name: orderNames[value] }));

/** When a playlist plays, and in which order. */
function TurnFields({
  draft: { turn, order, isSeparated },
  onChange,
}: {
  readonly draft: PlaylistDraft;
  readonly onChange: (change: Partial<PlaylistDraft>) => void;
}) {
  const chosen = turnChoices.find(({ kind }) => kind === turn.kind);
  const number = turnNumber(turn);
  return (
    <FormSection title="Turn">
      <RadioField
        label="When does it play?"
        value={turn.kind}
        choices={choices}
        onChange={(kind) => onChange({ turn: turnOf(kind) })}
      >
        {number !== null && chosen !== undefined && chosen.number !== null && (
          <div className="mt-2 max-w-48">
            <NumberField
              {...chosen.number}
              value={number}
              onChange={(value) => onChange({ turn: turnOf(turn.kind, value) })}
            />
          </div>
        )}
      </RadioField>
      <SelectField
        label="Order"
        value={order}
        choices={orders}
        onChange={(value) => onChange({ order: value })}
      />
      <SwitchField
        label="Avoids repeats"
        text="Keeps some time between the same artist, title or album. Switch it off for jingles."
        isOn={isSeparated}
        onChange={(isOn) => onChange({ isSeparated: isOn })}
      />
    </FormSection>
  );
}
