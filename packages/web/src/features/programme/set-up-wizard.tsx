import { BellRing, CalendarDays, ListPlus, Music } from "lucide-react";
import type { ReactNode } from "react";
import { allMusic, musicAndJingles, useCreatePlaylists } from "./playlists/playlists-data.ts";
import { useCreateWeekOfShows } from "./week-of-shows-data.ts";

/** For a station without playlists: three ready-made programmes, or start your own. */
export function SetUpWizard({
  onOwn,
  onWeek,
}: {
  readonly onOwn: () => void;
  /** Called once a week of shows has been created. */
  readonly onWeek: () => void;
}) {
  const create = useCreatePlaylists();
  const createWeek = useCreateWeekOfShows();
  const isBusy = create.isPending || createWeek.isPending;
  return (
    <section aria-labelledby="set-up" className="panel p-4 lg:p-6">
      <h2 id="set-up" className="text-[20px] leading-7 font-semibold">
        What should the station play?
      </h2>
      <p className="mt-1 max-w-[70ch] text-muted">
        Until you choose, it plays tracks from the library at random. With a programme it plans the
        coming 12 hours, and requests still come first. You can change everything afterwards.
      </p>
      <div className="mt-5 grid gap-3 md:grid-cols-2 lg:gap-4 xl:grid-cols-4">
        <Choice
          icon={<Music size={24} />}
          name="Just play my music well"
          text="One playlist with all music. Avoids repeats of artists, titles and albums."
          isBusy={isBusy}
          onChoose={() => create.mutate(allMusic)}
        />
        <Choice
          icon={<BellRing size={24} />}
          name="Jingles every few songs"
          text="The same, with a jingle after every four tracks. Mark your jingles in the library: Select Tracks, then Kind and Weight."
          isBusy={isBusy}
          onChoose={() => create.mutate(musicAndJingles)}
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
          onChoose={onOwn}
        />
      </div>
    </section>
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
