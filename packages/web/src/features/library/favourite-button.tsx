import type { Track } from "@neonrelay/contract/callers";
import { Heart } from "lucide-react";
import type { Favourites } from "./favourites-data.ts";

/** A button that shows and changes whether a track is a favourite. */
export function FavouriteButton({
  track,
  favourites,
}: {
  readonly track: Track;
  readonly favourites: Pick<Favourites, "has" | "toggle">;
}) {
  const isFavourite = favourites.has(track);
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`Favourite ${track.title}`}
      aria-pressed={isFavourite}
      onClick={() => favourites.toggle(track)}
    >
      <Heart
        size={18}
        aria-hidden="true"
        fill={isFavourite ? "currentColor" : "none"}
        className={isFavourite ? "text-secondary-text" : ""}
      />
    </button>
  );
}
