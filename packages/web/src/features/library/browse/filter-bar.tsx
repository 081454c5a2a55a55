import { X } from "lucide-react";
import { Link } from "wouter";
import { countOf } from "../../../ui/count-of.ts";
import { Cover } from "../../../ui/cover.tsx";
import { ScrollRegion } from "../../../ui/scroll-region.tsx";
import type { TrackFilters } from "../library-data.ts";
import { addressOf, nameOf, useAlbumsOf } from "./browse-data.ts";
import { browseWays } from "./browse-ways.ts";

/** The list's filters, each with a button that removes it; for an artist also the albums. */
export function FilterBar({
  filters,
  onChange,
}: {
  readonly filters: TrackFilters;
  readonly onChange: (parts: Readonly<Record<string, string | undefined>>) => void;
}) {
  const chips = browseWays.flatMap(({ filter, noun }) => {
    const value = filters[filter];
    return value === undefined ? [] : [{ filter, noun, name: nameOf(filter, value) }];
  });
  const artist = filters.album === undefined ? filters.artist : undefined;
  return (
    <div className="flex flex-col gap-2 border-b border-line bg-s2 px-4 py-2">
      <ul aria-label="Filters" className="flex flex-wrap items-center gap-2">
        {chips.map(({ filter, noun, name }) => (
          <li key={filter}>
            <button
              type="button"
              className="button button-small max-w-full"
              aria-label={`Remove the filter ${noun} ${name}`}
              onClick={() => onChange({ [filter]: undefined, ...alsoGone[filter] })}
            >
              <span className="text-muted">{noun}</span>
              <span className="truncate">
                {filter === "album" && filters.albumArtist !== undefined
                  ? `${name} by ${filters.albumArtist}`
                  : name}
              </span>
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {artist !== undefined && <AlbumStrip artist={artist} />}
    </div>
  );
}

/** Parts of the address that mean nothing without the filter. */
const alsoGone: Readonly<Record<string, Readonly<Record<string, undefined>>>> = {
  album: { albumArtist: undefined, sort: undefined },
};

function AlbumStrip({ artist }: { readonly artist: string }) {
  const albums = useAlbumsOf(artist);
  if (albums === undefined || albums.length === 0) return null;
  return (
    <ScrollRegion aria-label={`Albums of ${artist}`} className="-mx-4 overflow-x-auto px-4">
      <ul className="flex gap-2">
        {albums.map((album) => (
          <li key={album.key} className="shrink-0">
            <Link
              href={addressOf({ filter: "album" }, album)}
              className="flex w-56 items-center gap-3 rounded-m bg-s1 p-2 hover:bg-s3"
            >
              <Cover src={album.albumArt} sizePx={48} className="size-12 rounded-s" />
              <span className="min-w-0">
                <span className="block truncate text-[14px] font-medium">{album.name}</span>
                <span className="block truncate text-[13px] text-muted">
                  {album.year === null ? "" : `${album.year} · `}
                  {countOf(album.tracks, "track")}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}
