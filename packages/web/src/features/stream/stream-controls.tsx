import { Blend, OctagonX, TrendingDown, TrendingUp } from "lucide-react";
import type { ReactNode } from "react";
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

/** Operators' controls for the programme; for everyone else their names in one line, with the reason. */
export function StreamControls() {
  const closedBecause = useClosedBecause("station_control");
  return closedBecause === undefined ? <OpenControls /> : <ClosedControls />;
}

function OpenControls() {
  return (
    <section
      aria-label="Stream Controls"
      className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-2 sm:grid-cols-[repeat(4,minmax(0,1fr))] xl:grid-cols-[auto_repeat(4,minmax(0,1fr))]"
    >
      <h3 className="col-span-full self-center text-[13px] text-muted xl:col-span-1">
        Stream Controls
      </h3>
      {names.map((name) => (
        <FadeButton key={name} name={name} />
      ))}
      <EmergencyButton />
    </section>
  );
}

function ClosedControls() {
  const isGuest = useSession()?.kind === "guest";
  const closedBecause = useClosedBecause("station_control");
  return (
    <section
      aria-label="Stream Controls"
      className="flex min-w-0 flex-1 flex-wrap items-center text-[12px] text-faint"
    >
      <h3 className="px-1.5 max-sm:sr-only">Stream Controls</h3>
      {names.map((name) => (
        <ClosedControl key={name} name={fades[name].title} />
      ))}
      <ClosedControl name="Emergency" />
      {isGuest ? <SignInButton /> : <p className="ml-auto px-2">{closedBecause}</p>}
    </section>
  );
}

/**
 * A control that this visitor may not use: it asks a guest to sign in, and is disabled, but can be read, for other roles.
 * @param title what it would do; by default its name
 */
export function ClosedControl({
  name,
  title = name,
  children,
}: {
  readonly name: string;
  readonly title?: string;
  /** Shown in place of the name. */
  readonly children?: ReactNode;
}) {
  const isGuest = useSession()?.kind === "guest";
  const closedBecause = useClosedBecause("station_control");
  const showOverlay = useShowOverlay();
  return (
    <button
      type="button"
      className="text-button min-w-0 px-1.5 text-[12px] text-faint"
      aria-label={children === undefined ? undefined : name}
      aria-disabled={!isGuest}
      aria-haspopup={isGuest ? "dialog" : undefined}
      title={`${title}: ${closedBecause ?? ""}`}
      onClick={isGuest ? () => showOverlay("sign-in") : undefined}
    >
      {children ?? name}
    </button>
  );
}

function SignInButton() {
  const showOverlay = useShowOverlay();
  return (
    <button
      type="button"
      className="text-button ml-auto font-semibold text-primary-text max-sm:hidden"
      aria-haspopup="dialog"
      onClick={() => showOverlay("sign-in")}
    >
      Sign in
    </button>
  );
}

function FadeButton({ name }: { readonly name: FadeName }) {
  const fade = useFade(name);
  const isChanging = useIsRadioStateChanging();
  const Icon = icons[name];
  return (
    <button
      type="button"
      className="button button-small min-w-0 px-2"
      disabled={fade.isPending || isChanging}
      onClick={() => fade.mutate()}
    >
      <Icon size={16} aria-hidden="true" className="shrink-0" />
      <span className="truncate">{fade.isPending ? fades[name].busy : fades[name].title}</span>
    </button>
  );
}

function EmergencyButton() {
  const stop = useEmergencyStop();
  const isChanging = useIsRadioStateChanging();
  return (
    <button
      type="button"
      className="button button-small button-danger min-w-0 px-2"
      disabled={isChanging}
      onClick={() => stop.mutate()}
    >
      <OctagonX size={16} aria-hidden="true" className="shrink-0" />
      Emergency
    </button>
  );
}
