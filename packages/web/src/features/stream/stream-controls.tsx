import { Blend, OctagonX, TrendingDown, TrendingUp } from "lucide-react";
import { useShowOverlay } from "../../frame/overlay-context.ts";
import { useClosedBecause, useSession } from "../accounts/index.ts";
import {
  fades,
  useEmergencyStop,
  useFade,
  useIsRadioStateChanging,
} from "./stream-controls-data.ts";
import type { FadeName } from "./stream-controls-data.ts";

const icons = { "fade-in": TrendingUp, "fade-out": TrendingDown, crossfade: Blend } as const;
const names = ["fade-in", "fade-out", "crossfade"] as const;

/** Operators' controls for the programme; disabled for everyone else, with the reason. */
export function StreamControls() {
  const isGuest = useSession()?.kind === "guest";
  const closedBecause = useClosedBecause("station_control");
  const isClosed = closedBecause !== undefined;
  return (
    <section
      aria-label="Stream Controls"
      className="panel flex shrink-0 flex-wrap max-lg:order-last items-center gap-x-4 gap-y-2 px-3 py-2 sm:px-4"
    >
      <div
        className={`flex flex-wrap items-center gap-x-2 text-[13px] text-muted ${isClosed ? "w-full" : "max-xl:w-full"}`}
      >
        <h2 className="font-semibold tracking-[0.06em]">Stream Controls</h2>
        {isClosed && (
          <p>
            <span aria-hidden="true" className="max-sm:hidden">
              ·{" "}
            </span>
            {closedBecause}
          </p>
        )}
        {isGuest && <SignInButton />}
      </div>
      <div className="grid flex-1 grid-cols-[repeat(2,minmax(0,1fr))] gap-2 sm:grid-cols-[repeat(4,minmax(0,1fr))]">
        {names.map((name) => (
          <FadeButton key={name} name={name} isClosed={isClosed} />
        ))}
        <EmergencyButton isClosed={isClosed} />
      </div>
    </section>
  );
}

function SignInButton() {
  const showOverlay = useShowOverlay();
  return (
    <button
      type="button"
      className="text-button -my-1 font-semibold text-primary-text"
      aria-haspopup="dialog"
      onClick={() => showOverlay("sign-in")}
    >
      Sign in
    </button>
  );
}

interface ControlProps {
  readonly isClosed: boolean;
}

function FadeButton({ name, isClosed }: ControlProps & { readonly name: FadeName }) {
  const fade = useFade(name);
  const isChanging = useIsRadioStateChanging();
  const Icon = icons[name];
  return (
    <button
      type="button"
      className="button min-w-0 px-2 text-[13px]"
      disabled={isClosed || fade.isPending || isChanging}
      onClick={() => fade.mutate()}
    >
      <Icon size={16} aria-hidden="true" className="shrink-0" />
      <span className="truncate">{fade.isPending ? fades[name].busy : fades[name].title}</span>
    </button>
  );
}

function EmergencyButton({ isClosed }: ControlProps) {
  const stop = useEmergencyStop();
  const isChanging = useIsRadioStateChanging();
  return (
    <button
      type="button"
      className="button button-danger min-w-0 px-2 text-[13px]"
      disabled={isClosed || isChanging}
      onClick={() => stop.mutate()}
    >
      <OctagonX size={16} aria-hidden="true" className="shrink-0" />
      Emergency
    </button>
  );
}
