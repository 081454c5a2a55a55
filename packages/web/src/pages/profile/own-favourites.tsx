import { Link } from "wouter";
import { Cover } from "../../ui/cover.tsx";
import { FormSection } from "../../ui/form-fields.tsx";
import { ErrorState, LoadingRows } from "../../ui/panel-state.tsx";
import { FavouriteButton } from "../../features/library/favourite-button.tsx";
import { useFavourites } from "../../features/library/favourites-data.ts";
import type { Favourites } from "../../features/library/favourites-data.ts";

const SHOWN = 5;

/** The account's newest favourites, with a link to all of them. */
export function OwnFavourites() {
  const favourites = useFavourites();
  if (favourites === undefined) return null;
  const count = favourites.tracks?.length;
  return (
    <FormSection
      title={count === undefined ? "Favourites" : `Favourites (${count})`}
      text="Press the heart of a track to add it here."
    >
      <NewestFavourites favourites={favourites} />
      {count !== undefined && count > 0 && (
        <Link href="/library?favourites" className="button self-start">
          All favourites in the library
        </Link>
      )}
    </FormSection>
  );
}

function NewestFavourites({ favourites }: { readonly favourites: Favourites }) {
  if (favourites.tracks === undefined)
    return favourites.hasFailed ? (
      <ErrorState text="Your favourites could not be loaded" onRetry={favourites.retry} />
    ) : (
      <LoadingRows label="Loading favourites" count={3} />
    );
  if (favourites.tracks.length === 0) return <p className="text-muted">None yet.</p>;
  return (
    <ul aria-label="Favourites">
      {favourites.tracks.slice(0, SHOWN).map((track) => (
        <li key={track.id} className="flex min-h-12 items-center gap-3">
          <Cover src={track.albumArt} sizePx={40} className="size-10 rounded-s" />
          <div className="min-w-0 flex-1 leading-5">
            <p className="truncate font-medium">{track.title}</p>
            <p className="truncate text-[13px] text-muted">{track.artist}</p>
          </div>
          <FavouriteButton track={track} favourites={favourites} />
        </li>
      ))}
    </ul>
  );
}
