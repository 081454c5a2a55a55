import { Link } from "wouter";

const tabs = { playlist: "playlists", clock: "clocks", show: "shows" } as const;

/** Links to the editor of a playlist, a clock or a show. */
export function ChangeLink({
  of,
  id,
  name,
}: {
  readonly of: keyof typeof tabs;
  readonly id: string;
  readonly name: string;
}) {
  return (
    <Link
      href={`/programme?tab=${tabs[of]}&${of}=${encodeURIComponent(id)}`}
      className="underline underline-offset-4 hover:text-primary-text"
    >
      {name}
    </Link>
  );
}

/** Links to a track, or to an artist's tracks, in the library. */
export function LibraryLink({ words, name }: { readonly words: string; readonly name: string }) {
  return (
    <Link
      href={`/library?q=${encodeURIComponent(words)}`}
      className="underline underline-offset-4 hover:text-primary-text"
    >
      {name}
    </Link>
  );
}
