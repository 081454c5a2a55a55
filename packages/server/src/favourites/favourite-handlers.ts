import { FAVOURITE_LIMIT, favouritesApi } from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import { addFavourite, listFavourites, removeFavourite } from "./favourite-store.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type Call, type HandlersFor } from "../http-kit/route.ts";
import { toTrack } from "../library/track-rules.ts";

export const favouriteFeature = feature(favouritesApi, favouriteHandlers);

function favouriteHandlers({
  database,
}: {
  readonly database: Database;
}): HandlersFor<typeof favouritesApi> {
  return {
    listFavourites: async (_request, call) =>
      (await listFavourites(database.connection, accountOf(call))).map(toTrack),
    addFavourite: async ({ params }, call) => {
      const favourite = { accountId: accountOf(call), trackId: params.id, limit: FAVOURITE_LIMIT };
      const outcome = await database.transaction((transaction) =>
        addFavourite(transaction, favourite),
      );
      switch (outcome) {
        case "no-track":
          throw new ApiFailure({ error: "No track has that id", code: "not_found", field: "id" });
        case "full":
          throw new ApiFailure({
            error: `You have ${FAVOURITE_LIMIT} favourites, the maximum; remove one first`,
            code: "conflict",
          });
        case "added":
          return { isFavourite: true };
        default:
          return outcome satisfies never;
      }
    },
    removeFavourite: async ({ params }, call) => {
      await removeFavourite(database.connection, {
        accountId: accountOf(call),
        trackId: params.id,
      });
      return { isFavourite: false };
    },
  };
}

function accountOf({ caller }: Call): string {
  if (caller.kind === "user") return caller.accountId;
  throw new ApiFailure({
    error: "Sign in with your own account to have favourites",
    code: "not_allowed",
  });
}
