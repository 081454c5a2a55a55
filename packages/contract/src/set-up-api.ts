import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { MAX_PLAYLISTS } from "./playlists.ts";
import { newPlaylistSchema } from "./playlists-api.ts";
import { type SetUp, setUpCalls } from "./set-up.ts";

/** Maximum playlists of a ready-made programme. */
const MAX_CHOSEN = 10;

const example: SetUp = {
  isNameChosen: true,
  isTimeZoneChosen: true,
  hasOwnMusic: false,
  demoTrackIds: [],
  isProgrammeChosen: true,
  hasBackup: false,
  isDismissed: false,
};

export const setUpApi = defineApi(setUpCalls, {
  getSetUp: {
    access: "programme",
    summary: "What is left to do on a new station",
    example: { response: example },
  },
  chooseProgramme: {
    access: "programme",
    errors: ["conflict"],
    summary: `Choose the programme: creates the playlists whose names are free, of ${MAX_PLAYLISTS} at most, and removes the demo's, except those listed, changed or used`,
    body: z.object({ playlists: z.array(newPlaylistSchema).check(z.maxLength(MAX_CHOSEN)) }),
    example: {
      body: { playlists: [{ name: "All music", rule: { kinds: ["music"] } }] },
      response: example,
    },
  },
  dismissSetUp: {
    access: "system_config",
    summary: "Hide the list of what is left to do, for everyone",
    example: { response: { ...example, isDismissed: true } },
  },
});
