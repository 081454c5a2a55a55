import { titleByArtist } from "@neonrelay/contract/callers";
import type { Track } from "@neonrelay/contract/callers";
import { useState } from "react";
import { useDelayed } from "../../../ui/use-delayed.ts";
import { useTrackSearch } from "../library-data.ts";

const SEARCH_AFTER_MS = 200;
const SHOWN = 6;

/** The track to preview the transition with: the planned one, or another. */
export function JoinPicker({
  next,
  onNext,
}: {
  readonly next: Track | undefined;
  readonly onNext: (track: Track) => void;
}) {
  const [text, setText] = useState("");
  const words = useDelayed(text.trim(), SEARCH_AFTER_MS);
  const search = useTrackSearch(words, words !== "");
  const found = words === "" ? [] : (search.data ?? []).filter(({ kind }) => kind === "file");
  return (
    <div className="waveform-field">
      <label className="waveform-field">
        <span className="text-[13px] text-muted">
          Followed by {next === undefined ? "no track yet" : titleByArtist(next)}
        </span>
        <input
          className="field"
          type="search"
          autoComplete="off"
          aria-label="Find the next track"
          placeholder="Find another track"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {words !== "" && (
        <ul aria-label="Tracks found" className="flex flex-col gap-1">
          {found.slice(0, SHOWN).map((track) => (
            <li key={track.id}>
              <button
                type="button"
                className="button button-small"
                onClick={() => {
                  onNext(track);
                  setText("");
                }}
              >
                {titleByArtist(track)}
              </button>
            </li>
          ))}
          {found.length === 0 && search.isSuccess && (
            <li className="text-[13px] text-muted">No tracks found</li>
          )}
        </ul>
      )}
    </div>
  );
}
