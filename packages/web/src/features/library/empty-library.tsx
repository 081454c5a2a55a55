import { Disc3, Heart, SearchX } from "lucide-react";
import { EmptyState } from "../../ui/panel-state.tsx";
import { FirstMusic } from "./first-music/first-music.tsx";

/** The text of a list without tracks. */
export function EmptyLibrary({ of }: { readonly of: "favourites" | "library" | "search" }) {
  switch (of) {
    case "favourites":
      return (
        <EmptyState
          icon={<Heart size={32} />}
          title="No favourites yet"
          text="Press the heart beside a track to add it here."
        />
      );
    case "library":
      return (
        <EmptyState icon={<Disc3 size={32} />} title="No tracks in library">
          <FirstMusic className="mt-2 justify-center" />
        </EmptyState>
      );
    case "search":
      return (
        <EmptyState icon={<SearchX size={32} />} title="No tracks found matching your search" />
      );
    default:
      return of satisfies never;
  }
}
