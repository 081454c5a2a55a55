import type { Attention, TroubledTrack } from "@neonrelay/contract/callers";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { countOf } from "../../../ui/count-of.ts";
import { SelectField } from "../../../ui/form-fields.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { ListenControl } from "../listen/listen-control.tsx";
import { TrackEditor } from "../track-editor/track-editor.tsx";
import { ATTENDED_PER_PAGE, useAcceptTroubles, useAttention } from "./attention-data.ts";
import { troubleNames, wordTrouble, wordUnusedRule } from "./attention-words.ts";
import type { SoundTrouble } from "./attention-words.ts";
import { CarePages } from "./care-pages.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { QuarantineList } from "./quarantine-list.tsx";

interface Opened {
  readonly what: "editor" | "delete";
  readonly trackId: string;
}

/** Tracks whose sound needs attention; each leaves the list once it is dealt with. */
export function AttentionList() {
  const [trouble, setTrouble] = useState<SoundTrouble | undefined>(undefined);
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<Opened | undefined>(undefined);
  const query = useAttention(trouble, page);
  const accept = useAcceptTroubles();
  const close = () => setOpened(undefined);
  const choose = (chosen: SoundTrouble | undefined) => {
    setTrouble(chosen);
    setPage(0);
  };
  return (
    <Loaded what="list" query={query}>
      {(attention) => (
        <div className="flex flex-col gap-3">
          <TroubleChoice counts={attention.counts} trouble={trouble} onChoose={choose} />
          {attention.unmeasured > 0 && (
            <p className="text-[13px] text-muted">
              {countOf(attention.unmeasured, "more track")} will be measured in the background.
            </p>
          )}
          {attention.unusedRules.length > 0 && (
            <ul aria-label="Rules that fit no track" className="flex flex-col gap-1 text-[13px]">
              {attention.unusedRules.map((rule) => (
                <li key={`${rule.by} ${rule.value}`}>{wordUnusedRule(rule)}</li>
              ))}
            </ul>
          )}
          <QuarantineList onDelete={(trackId) => setOpened({ what: "delete", trackId })} />
          {attention.total === 0 ? (
            attention.quarantined + attention.unusedRules.length === 0 && (
              <EmptyState
                icon={<CircleCheck size={32} />}
                title="Nothing needs attention"
                text="Every track that was measured sounds as it should."
              />
            )
          ) : (
            <ul aria-label="Tracks that need attention" className="flex flex-col gap-3">
              {attention.tracks.map((track) => (
                <TroubleRow
                  key={`${track.trackId} ${track.trouble}`}
                  track={track}
                  isBusy={accept.isPending}
                  onOpen={(what) => setOpened({ what, trackId: track.trackId })}
                  onAccept={() => accept.mutate({ troubles: [idOf(track)], isFine: true })}
                />
              ))}
            </ul>
          )}
          {trouble !== undefined && attention.tracks.length > 1 && (
            <button
              type="button"
              className="button self-start"
              disabled={accept.isPending}
              onClick={() => accept.mutate({ troubles: attention.tracks.map(idOf), isFine: true })}
            >
              All of These Are Fine
            </button>
          )}
          <CarePages
            page={page}
            total={attention.total}
            perPage={ATTENDED_PER_PAGE}
            onPage={setPage}
          />
          {opened?.what === "editor" && (
            <TrackEditor trackIds={[opened.trackId]} onDone={close} onClose={close} />
          )}
          {opened?.what === "delete" && (
            <DeleteDialog trackIds={[opened.trackId]} onDone={close} onClose={close} />
          )}
        </div>
      )}
    </Loaded>
  );
}

function idOf({ trackId, trouble }: TroubledTrack) {
  return { trackId, trouble };
}

const ALL = "all";

function TroubleChoice({
  counts,
  trouble,
  onChoose,
}: {
  readonly counts: Attention["counts"];
  readonly trouble: SoundTrouble | undefined;
  readonly onChoose: (trouble: SoundTrouble | undefined) => void;
}) {
  const { misread: _, ...sound } = counts;
  const all = Object.values(sound).reduce((sum, count) => sum + count, 0);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the names are the troubles
  const kinds = Object.keys(troubleNames) as SoundTrouble[];
  return (
    <SelectField<SoundTrouble | typeof ALL>
      label="Show"
      value={trouble ?? ALL}
      choices={[
        { value: ALL, name: `All (${all})` },
        ...kinds.map((kind) => ({ value: kind, name: `${troubleNames[kind]} (${counts[kind]})` })),
      ]}
      onChange={(value) => onChoose(value === ALL ? undefined : value)}
    />
  );
}

function TroubleRow({
  track,
  isBusy,
  onOpen,
  onAccept,
}: {
  readonly track: TroubledTrack;
  readonly isBusy: boolean;
  readonly onOpen: (what: Opened["what"]) => void;
  readonly onAccept: () => void;
}) {
  const { title, artist, file, trouble } = track;
  const { what, advice } = wordTrouble(track);
  return (
    <li className="flex flex-col gap-2 rounded-m border border-line p-3 text-[13px] leading-5">
      <div className="flex items-start gap-3">
        <p className="min-w-0 flex-1 truncate font-medium">
          <bdi>{title}</bdi> <span className="text-muted">{artist}</span>
        </p>
        {trouble !== "misread" && (
          <span className="badge shrink-0 text-secondary-text">{troubleNames[trouble]}</span>
        )}
      </div>
      <p>
        {what}. <span className="text-muted">{advice}</span>
      </p>
      <p className="break-words text-muted">
        <bdi>{file}</bdi>
      </p>
      <div className="flex flex-wrap gap-2">
        <ListenControl track={track} name={title} atMs={track.atMs} />
        <button
          type="button"
          className="button button-small"
          aria-label={`Edit ${title}`}
          onClick={() => onOpen("editor")}
        >
          Edit
        </button>
        <button
          type="button"
          className="button button-small"
          aria-label={`Delete ${title}`}
          onClick={() => onOpen("delete")}
        >
          Delete
        </button>
        <button
          type="button"
          className="button button-small ml-auto"
          aria-label={`It Is Fine: ${title}`}
          disabled={isBusy}
          onClick={onAccept}
        >
          It Is Fine
        </button>
      </div>
    </li>
  );
}
