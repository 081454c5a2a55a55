import type { SystemStatus } from "@neonrelay/contract/callers";
import { Library, OctagonX, RotateCcw, Stethoscope, Tag, Timer, Wifi } from "lucide-react";
import { Suspense, useState } from "react";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { formatCount } from "../../../ui/count-of.ts";
import { HELP_URL } from "../../../ui/help.ts";
import { FormSection } from "../../../ui/form-fields.tsx";
import { UNKNOWN } from "../../../ui/format-time.ts";
import { useEmergencyStop, useIsRadioStateChanging } from "../../stream/index.ts";
import { formatUptime } from "../../../ui/format-bytes.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { StatCard } from "../../../ui/stat-card.tsx";
import { useHealth, useRestartServices, useSystemStatus } from "./system-data.ts";
import { BackupForms } from "./backups-section.tsx";
import { UsageBars } from "./usage-bars.tsx";
import { useRight } from "../../accounts/index.ts";
import { ErrorBoundary } from "../../../frame/error-boundary.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { LoadingRows } from "../../../ui/panel-state.tsx";

/** Machine load, services, backup and configuration. */
export function SystemSection() {
  const status = useSystemStatus();
  return (
    <>
      <Loaded what="system status" query={status}>
        {(system) => <SystemFigures system={system} />}
      </Loaded>
      <SystemActions />
      <DoctorPanel />
      <BackupForms />
    </>
  );
}

function SystemFigures({ system }: { readonly system: SystemStatus }) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        <StatCard
          look="plain"
          icon={<Timer size={22} />}
          name="Uptime"
          value={formatUptime(system.uptimeSeconds)}
        />
        <StatCard
          look="plain"
          icon={<Wifi size={22} />}
          name="Connections"
          value={String(system.connections.sockets)}
          hint={`${system.connections.listeners ?? UNKNOWN} listening`}
        />
        <StatCard
          look="plain"
          icon={<Library size={22} />}
          name="Tracks"
          value={formatCount(system.trackCount)}
        />
        <StatCard look="plain" icon={<Tag size={22} />} name="Version" value={system.version} />
      </dl>
      <FormSection title="Usage">
        <UsageBars system={system} />
      </FormSection>
      {system.hasDocs && (
        <a className="block py-1 text-primary-text underline" href={HELP_URL}>
          Documentation
        </a>
      )}
    </>
  );
}

function SystemActions() {
  const isIrcOn = useHealth().data?.irc.detail !== "off";
  const restart = useRestartServices();
  const stop = useEmergencyStop();
  const isChanging = useIsRadioStateChanging();
  const [asks, setAsks] = useState<"restart" | "stop">();
  return (
    <FormSection title="Services">
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="button"
          disabled={restart.isPending}
          onClick={() => setAsks("restart")}
        >
          <RotateCcw size={16} aria-hidden="true" />
          {restart.isPending ? "Restarting…" : "Restart Services"}
        </button>
        <button
          type="button"
          className="button button-danger"
          disabled={isChanging}
          onClick={() => setAsks("stop")}
        >
          <OctagonX size={16} aria-hidden="true" />
          Emergency Stop
        </button>
      </div>
      {asks === "restart" && (
        <ConfirmDialog
          title="Restart the services?"
          text="Restarts the audio engine and the IRC bot. Listeners stay connected, and the track goes on."
          action="Restart Services"
          onConfirm={() => restart.mutate(isIrcOn)}
          onClose={() => setAsks(undefined)}
        />
      )}
      {asks === "stop" && (
        <ConfirmDialog
          title="Silence the station?"
          text="The programme stops at once and its volume is 0. Play restores both."
          action="Emergency Stop"
          onConfirm={() => stop.mutate()}
          onClose={() => setAsks(undefined)}
        />
      )}
    </FormSection>
  );
}

const { Part: DoctorReport } = lazyPart(
  async () => (await import("./doctor-report.tsx")).DoctorReport,
);

/** Checks the station and its machine, on request: for super admins. */
function DoctorPanel() {
  const mayLook = useRight("backup");
  const [isOpen, setOpen] = useState(false);
  if (!mayLook) return null;
  return (
    <FormSection
      title="Doctor"
      text="Checks ports, addresses, clock, disk, database, codecs, music, IRC and backups, and says what to do."
    >
      {isOpen ? (
        <ErrorBoundary scope="panel">
          <Suspense fallback={<LoadingRows label="Loading check" count={5} />}>
            <DoctorReport />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <div>
          <button type="button" className="button" onClick={() => setOpen(true)}>
            <Stethoscope size={16} aria-hidden="true" />
            Check the Station
          </button>
        </div>
      )}
    </FormSection>
  );
}
