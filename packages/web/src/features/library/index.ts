// Public to other features.
export { FavouriteButton } from "./favourite-button.tsx";
export { useFavourites } from "./favourites-data.ts";
export type { Favourites } from "./favourites-data.ts";
export { FirstMusic } from "./first-music/first-music.tsx";
export { useTrackSearch } from "./library-data.ts";
