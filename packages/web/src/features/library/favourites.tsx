import { favouritesCalls, type Track } from "@neonrelay/contract/callers";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { callApi, refusalText } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";
import { useToasts } from "../../ui/toast-store.ts";
import { useSession } from "../accounts/index.ts";
import {
  keepGuestFavourite,
  loadGuestFavourites,
  moveGuestFavourites,
} from "./guest-favourites.ts";

/** @param username null: the visitor has no account, and this browser keeps them */
const favouritesQuery = (username: string | null) =>
  queryOptions<readonly Track[]>({
    ...stationData,
    queryKey: [favouritesCalls.listFavourites.path, username],
    queryFn: async ({ signal }) => {
      if (username === null) return loadGuestFavourites();
      await moveGuestFavourites();
      return await callApi(favouritesCalls.listFavourites, {}, signal);
    },
  });

export interface Favourites {
  /** Newest first; undefined until loaded. */
  readonly tracks: readonly Track[] | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
  readonly has: (track: Track) => boolean;
  readonly toggle: (track: Track) => void;
}

/** The favourites of the account, or of this browser without one; undefined until it is known which. */
export function useFavourites(): Favourites | undefined {
  const session = useSession();
  const username = session?.kind === "user" ? session.username : null;
  const query = useQuery({ ...favouritesQuery(username), enabled: session !== undefined });
  const toggle = useToggleFavourite(username);
  if (session === undefined) return undefined;
  const ids = new Set(query.data?.map(({ id }) => id));
  return {
    tracks: query.data,
    hasFailed: query.isError,
    retry: () => void query.refetch(),
    has: ({ id }) => ids.has(id),
    toggle: (track) => toggle.mutate({ track, isFavourite: !ids.has(track.id) }),
  };
}

/** Shown at once, and reverted if the station refuses. */
function useToggleFavourite(username: string | null) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { queryKey } = favouritesQuery(username);
  return useMutation({
    mutationFn: async ({
      track,
      isFavourite,
    }: {
      readonly track: Track;
      readonly isFavourite: boolean;
    }) => {
      if (username === null) return keepGuestFavourite(track, isFavourite);
      const params = { id: track.id };
      if (isFavourite) await callApi(favouritesCalls.addFavourite, { params });
      else await callApi(favouritesCalls.removeFavourite, { params });
    },
    onMutate: async ({ track, isFavourite }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (tracks = []) => {
        const others = tracks.filter(({ id }) => id !== track.id);
        return isFavourite ? [track, ...others] : others;
      });
      return { before };
    },
    onError: (error, _, memory) => {
      queryClient.setQueryData(queryKey, memory?.before);
      toasts.show({
        tone: "error",
        title: "Error",
        text: refusalText(error) ?? "Failed to change your favourites",
        durationMs: 5000,
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

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
      className="icon-button row-action"
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
