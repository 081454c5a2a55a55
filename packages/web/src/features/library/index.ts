// Public to other features.
export { FavouriteButton } from "./favourites.tsx";
export { useFavourites } from "./favourites.tsx";
export type { Favourites } from "./favourites.tsx";
export { useDemoMusic } from "./first-music/demo-data.ts";
export { FirstMusic } from "./first-music/first-music.tsx";
export { searchFocus } from "./search-focus.ts";
export { useTrackSearch } from "./library-data.ts";
