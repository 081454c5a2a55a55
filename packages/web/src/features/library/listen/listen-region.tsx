import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { failureText } from "../../../api/call-api.ts";
import { useToasts } from "../../../ui/toast-store.ts";
import { type Listening, ListPlayer, type Wanted } from "./list-player.ts";

const TOAST_MS = 5000;

/** Plays rows within it, one at a time; playback ends with it. */
export function ListenRegion({ children }: { readonly children: ReactNode }) {
  const toasts = useToasts();
  const [listening, setListening] = useState<Listening>({ kind: "nothing" });
  const player = useRef<ListPlayer>(undefined);
  const [leave] = useState(() => (rowId: string) => player.current?.leave(rowId));
  const fail = useEffectEvent((error: unknown) =>
    toasts.show({
      tone: "error",
      durationMs: TOAST_MS,
      title: "Can't Play",
      text: failureText(error, "The sound could not be played"),
    }),
  );
  useEffect(() => {
    const opened = new ListPlayer({ onChange: setListening, onFailure: fail });
    player.current = opened;
    return () => void opened.close();
  }, []);
  return (
    <ListenContext
      value={{
        listening,
        play: (wanted) => void player.current?.play(wanted),
        seek: (wanted) => player.current?.seek(wanted),
        stop: () => player.current?.stop(),
        leave,
      }}
    >
      {children}
    </ListenContext>
  );
}

/** What a list offers its rows. */
interface ListenedList {
  readonly listening: Listening;
  readonly play: (wanted: Wanted) => void;
  readonly seek: (wanted: Wanted) => void;
  readonly stop: () => void;
  /** Stops playback of a removed row. Always the same function. */
  readonly leave: (rowId: string) => void;
}

const ListenContext = createContext<ListenedList | undefined>(undefined);

/** @throws outside a ListenRegion */
export function useListenedList(): ListenedList {
  const list = use(ListenContext);
  if (list === undefined) throw new Error("nothing plays here: there is no ListenRegion around it");
  return list;
}
