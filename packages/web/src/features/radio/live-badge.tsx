import { Headphones } from "lucide-react";
import { useIsLive, useRadioState } from "./radio-data.ts";

/** LIVE with the number of listeners, or OFFLINE. */
export function LiveBadge({ compact }: { readonly compact: "never" | "until-xl" }) {
  const isLive = useIsLive();
  const listeners = useRadioState().data?.listenerCount;
  return (
    <p
      className={`flex items-center gap-x-3 gap-y-1 ${compact === "until-xl" ? "max-xl:flex-col" : ""}`}
      data-live={isLive === true}
    >
      <span
        className={`badge ${isLive === true ? "border-accent/40 text-accent-text" : "text-muted"} ${compact === "until-xl" ? "max-xl:px-1.5 max-xl:text-[12px] max-xl:tracking-normal" : ""}`}
      >
        <span
          className={`size-2 rounded-full ${compact === "until-xl" ? "max-xl:hidden" : ""} ${isLive === true ? "bg-accent" : "bg-faint"}`}
          aria-hidden="true"
        />
        {isLive === true ? "LIVE" : isLive === false ? "OFFLINE" : "…"}
      </span>
      <span className="inline-flex items-center gap-1.5 text-[13px] text-muted">
        <Headphones size={14} aria-hidden="true" />
        <span className="tabular-nums">{listeners ?? "—"}</span>
        <span className="sr-only">{listeners === 1 ? "listener" : "listeners"}</span>
      </span>
    </p>
  );
}
