import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { trackIdSchema, tracksApi, trackSchema } from "./tracks.ts";

/** Most tracks an account can have among its favourites. */
export const FAVOURITE_LIMIT = 1000;

const track = z.object({ id: trackIdSchema.check(z.describe("Id of the track")) });

/** What a signed-in listener likes best. The session of the access code belongs to nobody and has none. */
export const favouritesApi = defineApi({
  listFavourites: {
    method: "GET",
    path: "/api/favourites",
    access: "signed-in",
    errors: ["not_allowed"],
    summary: "Your favourite tracks, the newest favourite first",
    response: z.array(trackSchema),
    example: { response: tracksApi.searchTracks.example.response },
  },
  addFavourite: {
    method: "PUT",
    path: "/api/favourites/:id",
    access: "signed-in",
    errors: ["not_allowed", "not_found", "conflict"],
    summary: `Make a track one of your favourites, of which there are ${FAVOURITE_LIMIT} at most`,
    params: track,
    response: z.object({ isFavourite: z.literal(true) }),
    example: { response: { isFavourite: true } },
  },
  removeFavourite: {
    method: "DELETE",
    path: "/api/favourites/:id",
    access: "signed-in",
    errors: ["not_allowed"],
    summary: "Take a track from your favourites",
    params: track,
    response: z.object({ isFavourite: z.literal(false) }),
    example: { response: { isFavourite: false } },
  },
});
