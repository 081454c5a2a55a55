import type { Track } from "@neonrelay/contract/callers";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { fieldProblem } from "../../../api/call-api.ts";
import { forgetFailure } from "../../../api/use-command.ts";
import { countOf } from "../../../ui/count-of.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField, TextField } from "../../../ui/form-fields.tsx";
import { useChangeTracksProgramme } from "./track-programme-data.ts";
import { kindChoices, sharedProgramme } from "./track-programme-rules.ts";
import type { ProgrammeChange } from "./track-programme-rules.ts";

const LEAVE = "leave";
const leave = { value: LEAVE, name: "Different: leave as they are" } as const;
const kinds = [...kindChoices, { value: "by-rules", name: "By the rules" }] as const;
const rotations = [
  { value: "yes", name: "In rotation" },
  { value: "no", name: "Never in rotation" },
] as const;

/** Sets the kind, weight and rotation of tracks. Where tracks differ, only what is chosen changes. */
export function KindDialog({
  tracks,
  onDone,
  onClose,
}: {
  readonly tracks: readonly Track[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const save = useChangeTracksProgramme();
  const before = sharedProgramme(tracks);
  const [edits, setEdits] = useState<ProgrammeChange>({});
  const { contentKind, weightPercent, isInRotation } = { ...before, ...edits };
  const edit = (change: ProgrammeChange) => {
    forgetFailure(save);
    setEdits({ ...edits, ...change });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (Object.keys(edits).length === 0) onClose();
    else save.mutate({ tracks, change: edits }, { onSuccess: onDone });
  };
  return (
    <Dialog title={titleOf(tracks)} onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <SelectField
          label="Kind"
          value={contentKind ?? LEAVE}
          choices={contentKind === undefined ? [leave, ...kinds] : kinds}
          hint="Jingles, spots and speech play only from playlists of their kind. By the rules: as set under Settings, Station."
          onChange={(value) => {
            if (value !== LEAVE) edit({ contentKind: value });
          }}
        />
        <TextField
          label="Weight in percent"
          type="number"
          value={String(weightPercent ?? "")}
          placeholder={leave.name}
          hint="From 25 to 400. At 200 it plays twice as often as others of its playlist."
          problem={fieldProblem(save.error, "weightPercent")}
          onChange={(text) => {
            if (text !== "") edit({ weightPercent: Number(text) });
          }}
        />
        <SelectField
          label="Rotation"
          value={isInRotation === undefined ? LEAVE : isInRotation ? "yes" : "no"}
          choices={isInRotation === undefined ? [leave, ...rotations] : rotations}
          hint="Requests are always accepted."
          onChange={(value) => {
            if (value !== LEAVE) edit({ isInRotation: value === "yes" });
          }}
        />
        <button type="submit" className="button button-primary self-end" disabled={save.isPending}>
          {save.isPending ? "Saving…" : "Save"}
        </button>
      </form>
    </Dialog>
  );
}

function titleOf(tracks: readonly Track[]): string {
  const [first] = tracks;
  return tracks.length === 1 && first !== undefined ? first.title : countOf(tracks.length, "track");
}
