import type { Analysis, AnalysisProblem } from "@neonrelay/contract/callers";
import { ArtistBehind } from "../../../ui/artist-behind.tsx";
import { countOf, formatCount } from "../../../ui/count-of.ts";
import {
  ChangeLink,
  FigureRow,
  FigureTable,
  LibraryLink,
  momentWords,
  neverWords,
  turnoverWords,
} from "./figure-table.tsx";

/** How even each playlist is, and how long it lasts. */
export function PlaylistTable({ analysis: { playlists } }: { readonly analysis: Analysis }) {
  return (
    <FigureTable
      title="Turnover of playlists"
      text="How long it takes until each track has been on air once."
      columns={["Playlist", "Spins", "Turnover"]}
      shownCount={playlists.length}
      count={playlists.length}
      nothing="No playlist has a turn."
    >
      {playlists.map(({ id, name, trackCount, playedCount, spins, lowest, highest, ...rest }) => (
        <FigureRow
          key={id}
          name={
            <>
              <ChangeLink of="playlist" id={id} name={name} />
              <span className="block text-[13px] text-muted">
                {formatCount(playedCount)} of {countOf(trackCount, "track")} came, each{" "}
                {formatCount(lowest)} to {formatCount(highest)} times
              </span>
            </>
          }
          figures={[formatCount(spins), turnoverWords(rest.turnoverHours)]}
        />
      ))}
    </FigureTable>
  );
}

export function ArtistTable({
  analysis: { artists, artistCount },
}: {
  readonly analysis: Analysis;
}) {
  return (
    <FigureTable
      title="Spins per artist"
      text="Guests and other spellings count as one artist."
      columns={["Artist", "Tracks", "Spins"]}
      shownCount={artists.length}
      count={artistCount}
      nothing="No music was on air."
    >
      {artists.map(({ artist, trackCount, spins }) => (
        <FigureRow
          key={artist}
          name={<LibraryLink words={artist} name={artist} />}
          figures={[formatCount(trackCount), formatCount(spins)]}
        />
      ))}
    </FigureTable>
  );
}

/** Tracks that did not play, with the playlists that contain them. */
export function NeverTable({ analysis: { never, neverCount } }: { readonly analysis: Analysis }) {
  return (
    <FigureTable
      title="Tracks that never come"
      text="They can be played, but were not on air in this time."
      columns={["Track"]}
      shownCount={never.length}
      count={neverCount}
      nothing="Every track was on air."
    >
      {never.map((track) => (
        <FigureRow
          key={track.trackId}
          name={
            <>
              <LibraryLink words={`${track.title} ${track.artist}`} name={track.title} />{" "}
              <ArtistBehind artist={track.artist} />
              <span className="block text-[13px] text-muted">
                {neverWords(track)}
                {track.playlists.map(({ id, name }) => (
                  <span key={id}>
                    {" "}
                    <ChangeLink of="playlist" id={id} name={name} />
                  </span>
                ))}
              </span>
            </>
          }
          figures={[]}
        />
      ))}
    </FigureTable>
  );
}

/** What did not or will not play as scheduled. */
export function ProblemTable({
  analysis: { problems, problemCount, timeZone },
  isPast,
}: {
  readonly analysis: Analysis;
  readonly isPast: boolean;
}) {
  return (
    <FigureTable
      title={isPast ? "What did not come as planned" : "Hours that can't be filled"}
      text="Slots and times of clocks that have nothing to give, or too much."
      columns={["What", "Times"]}
      shownCount={problems.length}
      count={problemCount}
      nothing={isPast ? "Everything came as it was planned." : "Every hour can be filled."}
    >
      {problems.map((problem) => (
        <FigureRow
          key={`${problem.sentence} ${problem.clock?.id} ${problem.show?.id}`}
          name={<Problem problem={problem} timeZone={timeZone} />}
          figures={[formatCount(problem.times)]}
        />
      ))}
    </FigureTable>
  );
}

function Problem({
  problem: { sentence, clock, show, playlist, at, times },
  timeZone,
}: {
  readonly problem: AnalysisProblem;
  readonly timeZone: string;
}) {
  const [first] = at;
  return (
    <>
      {sentence}
      <span className="block text-[13px] text-muted">
        {first !== undefined && `${times > 1 ? "First " : ""}${momentWords(first, timeZone)}. `}
        {(clock !== null || show !== null || playlist !== null) && "Change "}
        {clock !== null && <ChangeLink of="clock" id={clock.id} name={clock.name} />}
        {clock !== null && playlist !== null && ", "}
        {playlist !== null && <ChangeLink of="playlist" id={playlist.id} name={playlist.name} />}
        {(clock !== null || playlist !== null) && show !== null && ", "}
        {show !== null && <ChangeLink of="show" id={show.id} name={show.name} />}
      </span>
    </>
  );
}
