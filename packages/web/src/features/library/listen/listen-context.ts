import { createContext, use } from "react";
import type { Listening, Wanted } from "./list-player.ts";

/** What a list offers its rows. */
interface ListenedList {
  readonly listening: Listening;
  readonly play: (wanted: Wanted) => void;
  readonly seek: (wanted: Wanted) => void;
  readonly stop: () => void;
  /** Stops playback of a removed row. Always the same function. */
  readonly leave: (rowId: string) => void;
}

export const ListenContext = createContext<ListenedList | undefined>(undefined);

/** @throws outside a ListenRegion */
export function useListenedList(): ListenedList {
  const list = use(ListenContext);
  if (list === undefined) throw new Error("nothing plays here: there is no ListenRegion around it");
  return list;
}
