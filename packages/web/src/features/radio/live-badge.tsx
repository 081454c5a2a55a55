import { Headphones } from "lucide-react";
import { useIsStale } from "../../socket/socket-context.ts";
import { airStateNames, useAirState, useRadioState } from "./radio-data.ts";

/** `sidebar`: a badge, above the number in the narrow sidebar; `line`: plain text within a line. */
type Look = "sidebar" | "line";

const looks: Readonly<Record<Look, { whole: string; word: string; dot: string }>> = {
  sidebar: {
    whole: "gap-x-3 gap-y-1 text-[13px] max-xl:flex-col",
    word: "badge max-xl:px-1.5 max-xl:text-center max-xl:leading-4 max-xl:tracking-normal max-xl:whitespace-normal",
    dot: "max-xl:hidden",
  },
  line: {
    whole: "gap-x-2.5",
    word: "flex items-center gap-1.5 font-display font-semibold tracking-[0.06em]",
    dot: "",
  },
};

/** LIVE with the number of listeners, 'Faded out', 'No music' or OFFLINE; grey while it may be out of date. */
export function LiveBadge({ look }: { readonly look: Look }) {
  const air = useAirState();
  const { data, dataUpdatedAt } = useRadioState();
  const isStale = useIsStale(dataUpdatedAt);
  const isLive = air === "live" && !isStale;
  const listeners = data?.listenerCount;
  const { whole, word, dot } = looks[look];
  return (
    <p className={`flex items-center ${whole}`} data-live={isLive}>
      <span
        className={`${word} ${isLive ? "border-accent-edge/40 text-accent-text" : isStale ? "text-faint" : "text-muted"}`}
      >
        <span
          className={`size-2 rounded-full ${dot} ${isLive ? "bg-accent-edge" : "bg-faint"}`}
          aria-hidden="true"
        />
        {air === undefined ? "…" : airStateNames[air]}
      </span>
      {isStale && <span className="sr-only">a moment ago</span>}
      <span className={`inline-flex items-center gap-1.5 ${isStale ? "text-faint" : "text-muted"}`}>
        <Headphones size={14} aria-hidden="true" />
        <span className="tabular-nums">{listeners ?? "—"}</span>
        <span className="sr-only">{listeners === 1 ? "listener" : "listeners"}</span>
      </span>
    </p>
  );
}
