import { favouritesCalls, trackSchema, type Track } from "@neonrelay/contract/callers";
import * as z from "zod/mini";
import { ApiCallError, callApi } from "../../api/call-api.ts";
import { chooseSetting } from "../../browser/chosen-setting.ts";

const KEY = "neonrelay_favourites";
/** Maximum favourites kept without an account; the oldest give way. */
const MAX_FAVOURITES = 200;

const tracksSchema = z.array(trackSchema);

/** The favourites that this browser keeps for visitors without an account, newest first. */
export function loadGuestFavourites(): readonly Track[] {
  try {
    return tracksSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}

export function keepGuestFavourite(track: Track, isFavourite: boolean): void {
  const others = loadGuestFavourites().filter(({ id }) => id !== track.id);
  save(isFavourite ? [track, ...others] : others);
}

/**
 * Moves them into the account that is signed in. One that the library has no more is dropped; what the station does not
 * take now stays for the next sign-in. Never throws.
 */
export async function moveGuestFavourites(): Promise<void> {
  const tracks = loadGuestFavourites();
  // The newest last, so that it is the newest in the account, too.
  for (const [index, { id }] of [...tracks.entries()].toReversed()) {
    try {
      await callApi(favouritesCalls.addFavourite, { params: { id } });
    } catch (error) {
      if (!(error instanceof ApiCallError && error.status === 404)) return;
    }
    save(tracks.slice(0, index));
  }
}

function save(tracks: readonly Track[]): void {
  chooseSetting(KEY, JSON.stringify(tracks.slice(0, MAX_FAVOURITES)));
}
