import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { trackSchema } from "./tracks.ts";

/** Maximum favourites per account. */
export const FAVOURITE_LIMIT = 1000;

/** Favourites of an account. A session by access code has no account and so no favourites. */
export const favouritesCalls = defineCalls({
  listFavourites: {
    method: "GET",
    path: "/api/favourites",
    response: z.array(trackSchema),
  },
  addFavourite: {
    method: "PUT",
    path: "/api/favourites/:id",
    response: z.object({ isFavourite: z.literal(true) }),
  },
  removeFavourite: {
    method: "DELETE",
    path: "/api/favourites/:id",
    response: z.object({ isFavourite: z.literal(false) }),
  },
});
