import { BellRing, CalendarDays, ListPlus, Music } from "lucide-react";
import type { ReactNode } from "react";
import { allMusic, musicAndJingles } from "./playlists/playlists-data.ts";
import { useChooseProgramme } from "./set-up-data.ts";
import { useCreateWeekOfShows } from "./week-of-shows-data.ts";

/** Three ready-made programmes, or start your own. */
export function SetUpWizard({
  text,
  onOwn,
  onTurns,
  onWeek,
}: {
  /** What becomes of what the station plays now. */
  readonly text: string;
  /** One of these is called once the choice is stored. */
  readonly onOwn: () => void;
  readonly onTurns: () => void;
  readonly onWeek: () => void;
}) {
  const choose = useChooseProgramme();
  const createWeek = useCreateWeekOfShows();
  const isBusy = choose.isPending || createWeek.isPending;
  return (
    <>
      <p className="max-w-[70ch] text-muted">{text}</p>
      <div className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(100%,240px),1fr))] gap-3 lg:gap-4">
        <Choice
          icon={<Music size={24} />}
          name="Just play my music well"
          text="One playlist with all music. Avoids repeats of artists, titles and albums."
          isBusy={isBusy}
          onChoose={() => choose.mutate({ playlists: allMusic, onChosen: onTurns })}
        />
        <Choice
          icon={<BellRing size={24} />}
          name="Jingles every few songs"
          text="The same, with a jingle after every four tracks. Mark your jingles in the library: Select Tracks, then Kind and Weight."
          isBusy={isBusy}
          onChoose={() => choose.mutate({ playlists: musicAndJingles, onChosen: onTurns })}
        />
        <Choice
          icon={<CalendarDays size={24} />}
          name="A week of shows"
          text="Three shows: mornings, the way home and the weekend, with music in between."
          isBusy={isBusy}
          onChoose={() => createWeek.mutate(onWeek)}
        />
        <Choice
          icon={<ListPlus size={24} />}
          name="Make my own playlists"
          text="Pick tracks by hand, or let a rule choose them."
          isBusy={isBusy}
          onChoose={() => choose.mutate({ playlists: [], onChosen: onOwn })}
        />
      </div>
    </>
  );
}

function Choice({
  icon,
  name,
  text,
  isBusy,
  onChoose,
}: {
  readonly icon: ReactNode;
  readonly name: string;
  readonly text: string;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <button
      type="button"
      className="flex flex-col items-start gap-2 rounded-m border border-control bg-s2 p-4 text-left hover:border-muted hover:bg-s3 disabled:text-faint"
      disabled={isBusy}
      onClick={onChoose}
    >
      <span aria-hidden="true" className="text-primary-text">
        {icon}
      </span>
      <span className="font-display text-[17px] leading-6 font-semibold">{name}</span>
      <span className="text-[13px] leading-5 text-muted">{text}</span>
    </button>
  );
}
