import { Blend, OctagonX, TrendingDown, TrendingUp } from "lucide-react";
import { useShowOverlay } from "../../app/overlay-context.ts";
import { useClosedBecause, useSession } from "../accounts/session-data.ts";
import {
  fades,
  useEmergencyStop,
  useFade,
  useIsRadioStateChanging,
} from "./stream-controls-data.ts";
import type { FadeName } from "./stream-controls-data.ts";

const icons = { "fade-in": TrendingUp, "fade-out": TrendingDown, crossfade: Blend } as const;
const names = ["fade-in", "fade-out", "crossfade"] as const;

/** What operators do to the programme; a guest who presses one is asked to sign in, for other roles they are closed. */
export function StreamControls() {
  const session = useSession();
  const isGuest = session === undefined || session.kind === "guest";
  const showOverlay = useShowOverlay();
  const askFirst = isGuest ? () => showOverlay("sign-in") : undefined;
  const reason = useClosedBecause("station_control");
  const closedBecause = isGuest ? undefined : reason;
  return (
    <section
      aria-label="Stream Controls"
      className="panel flex shrink-0 flex-wrap max-lg:order-last items-center gap-x-4 gap-y-2 px-3 py-2 sm:px-4"
    >
      <h2 className="text-[13px] font-semibold tracking-[0.06em] text-muted max-xl:w-full">
        Stream Controls
        {closedBecause !== undefined && <span className="font-normal"> · {closedBecause}</span>}
      </h2>
      <div className="grid flex-1 grid-cols-[repeat(2,minmax(0,1fr))] gap-2 sm:grid-cols-[repeat(4,minmax(0,1fr))]">
        {names.map((name) => (
          <FadeButton
            key={name}
            name={name}
            isClosed={closedBecause !== undefined}
            askFirst={askFirst}
          />
        ))}
        <EmergencyButton isClosed={closedBecause !== undefined} askFirst={askFirst} />
      </div>
    </section>
  );
}

interface ControlProps {
  /** undefined for whoever is signed in. */
  readonly askFirst: (() => void) | undefined;
  readonly isClosed: boolean;
}

function FadeButton({ name, isClosed, askFirst }: ControlProps & { readonly name: FadeName }) {
  const fade = useFade(name);
  const isChanging = useIsRadioStateChanging();
  const Icon = icons[name];
  return (
    <button
      type="button"
      className="button min-w-0 px-2 text-[13px]"
      disabled={isClosed || fade.isPending || isChanging}
      onClick={() => (askFirst === undefined ? fade.mutate() : askFirst())}
    >
      <Icon size={16} aria-hidden="true" className="shrink-0" />
      <span className="truncate">{fade.isPending ? fades[name].busy : fades[name].title}</span>
    </button>
  );
}

function EmergencyButton({ isClosed, askFirst }: ControlProps) {
  const stop = useEmergencyStop();
  const isChanging = useIsRadioStateChanging();
  return (
    <button
      type="button"
      className="button button-danger min-w-0 px-2 text-[13px]"
      disabled={isClosed || isChanging}
      onClick={() => (askFirst === undefined ? stop.mutate() : askFirst())}
    >
      <OctagonX size={16} aria-hidden="true" className="shrink-0" />
      Emergency
    </button>
  );
}
