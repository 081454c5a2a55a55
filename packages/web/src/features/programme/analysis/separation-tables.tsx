import type { Analysis, AnalysisGap } from "@neonrelay/contract/callers";
import { TriangleAlert } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import { useRight } from "../../accounts/index.ts";
import { FigureRow, FigureTable, lengthWords, LibraryLink, momentWords } from "./figure-table.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { NumberField } from "../../../ui/form-fields.tsx";
import { useSaveSeparation } from "./analysis-data.ts";

const subjects = ["artist", "title", "album"] as const;
const columnNames = { artist: "Artist", title: "Title", album: "Album" } as const;

/** The shortest distances between tracks of one artist, title and album. */
export function SeparationTables({ analysis }: { readonly analysis: Analysis }) {
  const mayChange = useRight("system_config");
  const [isChanging, setIsChanging] = useState(false);
  const onChange = () => setIsChanging(true);
  return (
    <>
      {subjects.map((subject) => (
        <SeparationTable
          key={subject}
          subject={subject}
          analysis={analysis}
          onChange={mayChange ? onChange : undefined}
        />
      ))}
      {isChanging && (
        <SeparationDialog separation={analysis.separation} onClose={() => setIsChanging(false)} />
      )}
    </>
  );
}

function SeparationTable({
  subject,
  analysis,
  onChange,
}: {
  readonly subject: (typeof subjects)[number];
  readonly analysis: Analysis;
  /** undefined if this visitor may not. */
  readonly onChange: (() => void) | undefined;
}) {
  const { ruleMinutes, shortest } = analysis.separation[subject];
  return (
    <FigureTable
      title={`Shortest separations of ${subject}s`}
      text={
        <>
          {ruleMinutes === 0
            ? `No rule keeps ${subject}s apart.`
            : `The rule keeps ${subject}s ${lengthWords(ruleMinutes)} apart where it can.`}{" "}
          {onChange !== undefined && (
            <button type="button" className="underline underline-offset-4" onClick={onChange}>
              Change<span className="sr-only"> the separation of {subject}s</span>
            </button>
          )}
        </>
      }
      columns={[columnNames[subject], "Apart"]}
      shownCount={shortest.length}
      count={shortest.length}
      nothing={`No ${subject} came twice.`}
    >
      {shortest.map((gap) => (
        <FigureRow
          key={`${gap.first.at} ${gap.second.at}`}
          name={<Gap gap={gap} timeZone={analysis.timeZone} />}
          figures={[lengthWords(gap.minutes)]}
        />
      ))}
    </FigureTable>
  );
}

function Gap({
  gap: { name, isTooShort, first, second },
  timeZone,
}: {
  readonly gap: AnalysisGap;
  readonly timeZone: string;
}) {
  return (
    <>
      <LibraryLink words={name} name={name} />
      {isTooShort && (
        <span className="ml-2 inline-flex items-center gap-1 text-[13px] text-warn">
          <TriangleAlert size={14} aria-hidden="true" />
          Too short
        </span>
      )}
      <span className="block text-[13px] text-muted">
        {momentWords(first.at, timeZone)} {first.title}, then {momentWords(second.at, timeZone)}{" "}
        {second.title}
      </span>
    </>
  );
}

const MAX_MINUTES = 7 * 24 * 60;
const HINT = "Minutes; 0 turns the rule off.";

/** Sets how far apart tracks of one artist, title and album are kept. */
function SeparationDialog({
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
