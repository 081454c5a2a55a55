import {
  favouritesCalls,
  trackIdSchema,
  trackSchema,
  type Track,
} from "@neonrelay/contract/callers";
import * as z from "zod/mini";
import { ApiCallError, callApi } from "../../api/call-api.ts";
import { chooseSetting } from "../../browser/chosen-setting.ts";

const KEY = "neonrelay_favourites";
/** Maximum favourites kept without an account; the oldest give way. */
const MAX_FAVOURITES = 200;

/** What another version of this page stored is kept and moved, even if it can't be shown. */
const entriesSchema = z.array(z.looseObject({ id: trackIdSchema }));
type Entry = z.infer<typeof entriesSchema>[number];

/** The favourites that this browser keeps for visitors without an account, newest first. */
export function loadGuestFavourites(): readonly Track[] {
  return load().flatMap((entry) => trackSchema.safeParse(entry).data ?? []);
}

export function keepGuestFavourite(track: Track, isFavourite: boolean): void {
  const others = load().filter(({ id }) => id !== track.id);
  save(isFavourite ? [track, ...others] : others);
}

/**
 * Moves them into the account that is signed in. One that the library no longer has is dropped; what the station does
 * not accept now stays until the account's favourites are next loaded. Never throws.
 */
export async function moveGuestFavourites(): Promise<void> {
  const entries = load();
  // The newest goes last, so that it is the newest in the account, too.
  for (const [index, { id }] of [...entries.entries()].toReversed()) {
    try {
      await callApi(favouritesCalls.addFavourite, { params: { id } });
    } catch (error) {
      // A 404 without the station's own error is a proxy's.
      if (!(error instanceof ApiCallError && error.apiError?.code === "not_found")) return;
    }
    save(entries.slice(0, index));
  }
}

function load(): readonly Entry[] {
  try {
    return entriesSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}

function save(entries: readonly Entry[]): void {
  chooseSetting(KEY, JSON.stringify(entries.slice(0, MAX_FAVOURITES)));
}
