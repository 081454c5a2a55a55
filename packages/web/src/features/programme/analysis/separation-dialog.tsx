import type { Analysis } from "@neonrelay/contract/callers";
import { useState } from "react";
import type { SyntheticEvent } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { NumberField } from "../../../ui/form-fields.tsx";
import { useSaveSeparation } from "./analysis-data.ts";

const MAX_MINUTES = 7 * 24 * 60;
const HINT = "Minutes; 0 turns the rule off.";

/** Sets how far apart tracks of one artist, title and album are kept. */
export function SeparationDialog({
  separation: { artist, title, album },
  onClose,
}: {
  readonly separation: Analysis["separation"];
  readonly onClose: () => void;
}) {
  const [draft, setDraft] = useState({
    artistMinutes: artist.ruleMinutes,
    titleMinutes: title.ruleMinutes,
    albumMinutes: album.ruleMinutes,
  });
  const save = useSaveSeparation();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate(draft, { onSuccess: onClose });
  };
  const field = (label: string, name: keyof typeof draft) => (
    <NumberField
      label={label}
      value={draft[name]}
      min={0}
      max={MAX_MINUTES}
      hint={HINT}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
    />
  );
  return (
    <Dialog title="Separation" onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {field("Same artist again after", "artistMinutes")}
        {field("Same title again after", "titleMinutes")}
        {field("Same album again after", "albumMinutes")}
        <div className="flex justify-end gap-3">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-primary" disabled={save.isPending}>
            Save Separation
          </button>
        </div>
      </form>
    </Dialog>
  );
}
