import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import { failureText } from "../../../api/call-api.ts";
import { useToasts } from "../../../ui/toast-context.ts";
import { ListPlayer, type Listening } from "./list-player.ts";
import { ListenContext } from "./listen-context.ts";

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
