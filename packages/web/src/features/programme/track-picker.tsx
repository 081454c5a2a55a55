import type { Track } from "@neonrelay/contract/callers";
import { SearchX } from "lucide-react";
import { useState } from "react";
import { Cover } from "../../ui/cover.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { partsOf } from "../../ui/facts.tsx";
import { TextField } from "../../ui/form-fields.tsx";
import { UNKNOWN } from "../../ui/format-time.ts";
import { EmptyState, ErrorState } from "../../ui/panel-state.tsx";
import { useDelayed } from "../../ui/use-delayed.ts";
import { useTrackSearch } from "../library/index.ts";

const SEARCH_AFTER_MS = 200;

/**
 * Searches for a track.
 * @param action the label of the button beside each track
 */
export function TrackPicker({
  title,
  action,
  onPick,
  onClose,
}: {
  readonly title: string;
  readonly action: string;
  /** The dialog stays open; a caller that needs one track closes it. */
  readonly onPick: (track: Track) => void;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [picked, setPicked] = useState<Track | undefined>(undefined);
  const words = useDelayed(text.trim(), SEARCH_AFTER_MS);
  const found = useTrackSearch(words, true);
  return (
    <Dialog title={title} isSheet onClose={onClose}>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            // It may be inside a form, which Enter would submit.
            event.stopPropagation();
          }}
        >
          <TextField
            label="Search title, artist, album"
            value={text}
            maxLength={200}
            onChange={setText}
          />
        </form>
      </search>
      <output className="mt-2 block min-h-5 truncate text-[13px] text-muted">
        {picked !== undefined && `Added: ${picked.title}`}
      </output>
      {found.isError && (
        <ErrorState text="The search failed" onRetry={() => void found.refetch()} />
      )}
      {words !== "" && found.data?.length === 0 && (
        <EmptyState icon={<SearchX size={32} />} title="No tracks found" />
      )}
      <ul aria-label="Tracks found" className="-mx-2 mt-1 flex flex-col">
        {(words === "" ? [] : (found.data ?? [])).map((track) => (
          <li
            key={track.id}
            className="flex min-h-14 items-center gap-3 rounded-m px-2 hover:bg-s2"
          >
            <TrackLine track={track} />
            <button
              type="button"
              className="button button-small shrink-0"
              aria-label={`${action} ${track.title}`}
              onClick={() => {
                setPicked(track);
                onPick(track);
              }}
            >
              {action}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** A row with cover, title, artist and length of a track. */
export function TrackLine({ track }: { readonly track: Track }) {
  return (
    <>
      <Cover src={track.albumArt} sizePx={40} className="size-10 rounded-s" />
      <div className="min-w-0 flex-1 leading-5">
        <p className="truncate text-[15px] font-medium" title={track.title}>
          {track.title}
        </p>
        <p className="truncate text-[13px] text-muted">
          {partsOf(track.artist, track.duration ?? UNKNOWN)}
        </p>
      </div>
    </>
  );
}
