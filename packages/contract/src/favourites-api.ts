import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { FAVOURITE_LIMIT, favouritesCalls } from "./favourites.ts";
import { tracksApi } from "./tracks-api.ts";
import { trackIdSchema } from "./tracks.ts";

const track = z.object({ id: trackIdSchema.check(z.describe("Id of the track")) });

export const favouritesApi = defineApi(favouritesCalls, {
  listFavourites: {
    access: "signed-in",
    errors: ["not_allowed"],
    summary: "Your favourite tracks, the newest favourite first",
    example: { response: tracksApi.searchTracks.example.response },
  },
  addFavourite: {
    access: "signed-in",
    errors: ["not_allowed", "not_found", "conflict"],
    summary: `Add a track to your favourites, at most ${FAVOURITE_LIMIT}`,
    params: track,
    example: { response: { isFavourite: true } },
  },
  removeFavourite: {
    access: "signed-in",
    errors: ["not_allowed"],
    summary: "Remove a track from your favourites",
    params: track,
    example: { response: { isFavourite: false } },
  },
});
