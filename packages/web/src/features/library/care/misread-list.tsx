import type { Misreading, MisreadGroup } from "@neonrelay/contract/callers";
import { Languages } from "lucide-react";
import { useState } from "react";
import { countOf } from "../../../ui/count-of.ts";
import { SwitchField } from "../../../ui/form-fields.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { ListenControl } from "../listen/listen-control.tsx";
import { WithoutUndoDialog } from "../track-editor/editor-footer.tsx";
import {
  useAcceptTroubles,
  useMendTexts,
  useMisread,
  type MendedFolder,
} from "./attention-data.ts";

const charsetNames: Readonly<Record<Misreading["writtenIn"], string>> = {
  "utf-8": "UTF-8",
  "windows-1251": "Cyrillic (CP1251)",
  ibm866: "Cyrillic (CP866)",
  "koi8-r": "Cyrillic (KOI8-R)",
  shift_jis: "Japanese (Shift-JIS)",
  "euc-kr": "Korean (EUC-KR)",
  gbk: "Chinese (GBK)",
  big5: "Chinese (Big5)",
  "windows-1252": "Western (Latin-1)",
};

/** Folders whose texts were read in the wrong charset, with the readings that make sense. */
export function MisreadList() {
  const query = useMisread();
  const mend = useMendTexts();
  const accept = useAcceptTroubles();
  const [writesFiles, setWritesFiles] = useState(false);
  const [question, setQuestion] = useState<(MendedFolder & { readonly text: string }) | null>(null);
  const mendFolder = ({ trackIds, misreading }: MendedFolder, mayLoseOriginals: boolean) =>
    mend.mutate(
      { trackIds, misreading, writesFiles, mayLoseOriginals },
      {
        onSuccess: (saved) => {
          if (saved.kind === "question") setQuestion({ trackIds, misreading, text: saved.text });
        },
      },
    );
  return (
    <Loaded what="texts" query={query}>
      {({ groups, total }) =>
        total === 0 ? (
          <EmptyState
            icon={<Languages size={32} />}
            title="No text looks misread"
            text="Titles and names in the wrong charset are listed here."
          />
        ) : (
          <div className="flex flex-col gap-4">
            <output className="text-[13px] text-muted tabular-nums">
              {countOf(total, "track")} with texts that look misread
            </output>
            <SwitchField
              label="Write into the files too"
              text="The sound and everything else in them stays."
              isOn={writesFiles}
              onChange={setWritesFiles}
            />
            <ul aria-label="Folders with misread texts" className="flex flex-col gap-3">
              {groups.map((group) => (
                <MisreadFolder
                  key={group.trackIds[0]}
                  group={group}
                  isBusy={mend.isPending || accept.isPending}
                  onMend={(misreading) =>
                    mendFolder({ trackIds: group.trackIds, misreading }, false)
                  }
                  onAccept={() =>
                    accept.mutate({
                      troubles: group.trackIds
                        .slice(0, MAX_ACCEPTED)
                        .map((trackId) => ({ trackId, trouble: "misread" })),
                      isFine: true,
                    })
                  }
                />
              ))}
            </ul>
            {question !== null && (
              <WithoutUndoDialog
                text={question.text}
                onSave={() => mendFolder(question, true)}
                onClose={() => setQuestion(null)}
              />
            )}
          </div>
        )
      }
    </Loaded>
  );
}

/** Maximum per call. */
const MAX_ACCEPTED = 500;

function MisreadFolder({
  group: { folder, trackIds, durationMs, candidates },
  isBusy,
  onMend,
  onAccept,
}: {
  readonly group: MisreadGroup;
  readonly isBusy: boolean;
  readonly onMend: (misreading: Misreading) => void;
  readonly onAccept: () => void;
}) {
  return (
    <li className="flex flex-col gap-3 rounded-m border border-line p-3 text-[13px] leading-5">
      <div className="flex items-start gap-3">
        <p className="min-w-0 flex-1 break-words">
          <bdi className="font-medium">{folder}</bdi>{" "}
          <span className="text-muted">{countOf(trackIds.length, "track")}</span>
        </p>
        <button
          type="button"
          className="button button-small"
          aria-label={`It Is Right: ${folder}`}
          disabled={isBusy}
          onClick={onAccept}
        >
          It Is Right
        </button>
      </div>
      {/* The lyrics reveal the language. */}
      <ListenControl track={{ trackId: trackIds[0] ?? "", durationMs }} name={folder} />
      {candidates.map(({ readAs, writtenIn, tracks, samples }, index) => (
        <div
          key={`${readAs} ${writtenIn}`}
          className="flex flex-wrap items-start gap-3 border-t border-line pt-3"
        >
          <div className="min-w-0 flex-1 basis-48">
            <p className="text-muted">
              {charsetNames[writtenIn]}, {countOf(tracks, "track")}
            </p>
            {samples.map(({ before, after }) => (
              <p key={before} className="break-words">
                <del className="text-muted">{before}</del> <bdi>{after}</bdi>
              </p>
            ))}
          </div>
          <button
            type="button"
            className={`button button-small ${index === 0 ? "button-primary" : ""}`}
            aria-label={`Mend ${folder} as ${charsetNames[writtenIn]}`}
            disabled={isBusy}
            onClick={() => onMend({ readAs, writtenIn })}
          >
            Mend
          </button>
        </div>
      ))}
    </li>
  );
}
