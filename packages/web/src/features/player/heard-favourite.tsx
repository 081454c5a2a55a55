import { usePlay } from "./heard-programme.ts";
import { useShortcut } from "../../frame/use-shortcut.ts";
import { FavouriteButton, useFavourites } from "../library/index.ts";

/** Whether the current track is a favourite; nothing for tracks outside the library. */
export function HeardFavourite() {
  const track = usePlay()?.track ?? undefined;
  const favourites = useFavourites();
  useShortcut("l", () => {
    if (track !== undefined) favourites?.toggle(track);
  });
  if (track === undefined || favourites === undefined) return null;
  return <FavouriteButton track={track} favourites={favourites} />;
}
