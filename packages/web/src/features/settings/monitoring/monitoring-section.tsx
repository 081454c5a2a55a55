import type { Health, Monitoring } from "@neonrelay/contract/callers";
import { Activity, Cpu, Headphones, Timer } from "lucide-react";
import { FormSection } from "../../../ui/form-fields.tsx";
import { UNKNOWN } from "../../../ui/format-time.ts";
import { Facts } from "../../../ui/facts.tsx";
import { formatBytes, formatUptime } from "../../../ui/format-bytes.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { StatCard } from "../../../ui/stat-card.tsx";
import { useHealth, useMonitoring } from "../system/system-data.ts";

const parts = [
  ["database", "Database"],
  ["disk", "Disk"],
  ["music", "Music"],
  ["onAir", "On air"],
  ["engine", "Audio engine"],
  ["stream", "Stream"],
  ["hlsStorage", "HLS at a storage"],
  ["irc", "IRC"],
] as const;

/** Performance of each part, measured every few seconds. */
export function MonitoringSection() {
  const monitoring = useMonitoring();
  const health = useHealth();
  return (
    <>
      <Loaded what="figures" query={monitoring}>
        {(figures) => <Figures figures={figures} />}
      </Loaded>
      <Loaded what="health" query={health}>
        {(state) => <Parts health={state} />}
      </Loaded>
    </>
  );
}

function Figures({ figures }: { readonly figures: Monitoring }) {
  const { server, onAir, database, eventLoopDelayMs } = figures;
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        <StatCard
          look="plain"
          icon={<Timer size={22} />}
          name="Uptime"
          value={formatUptime(figures.uptimeSeconds)}
        />
        <StatCard
          look="plain"
          icon={<Headphones size={22} />}
          name="Listeners"
          value={String(onAir.listeners ?? UNKNOWN)}
        />
        <StatCard
          look="plain"
          icon={<Activity size={22} />}
          name="Encoder speed"
          value={onAir.encoderSpeed === null ? UNKNOWN : `${onAir.encoderSpeed.toFixed(1)}×`}
        />
        <StatCard
          look="plain"
          icon={<Cpu size={22} />}
          name="Server CPU"
          value={server.cpuPercent === null ? UNKNOWN : `${server.cpuPercent.toFixed(1)} %`}
        />
      </dl>
      <FormSection title="Server">
        <Facts
          facts={[
            [
              "Event-loop delay",
              `mean ${ms(eventLoopDelayMs.mean)}, p99 ${ms(eventLoopDelayMs.p99)}, worst ${ms(eventLoopDelayMs.max)}`,
            ],
            ["Heap", formatBytes(server.heapUsedBytes)],
            ["Memory", formatBytes(server.residentBytes)],
            ["Database latency", database.latencyMs === null ? UNKNOWN : ms(database.latencyMs)],
            ["Open pages", String(figures.sockets)],
            ["Audio engine", onAir.engine],
            ["On air from", onAir.source ?? UNKNOWN],
          ]}
        />
      </FormSection>
    </>
  );
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function Parts({ health }: { readonly health: Health }) {
  return (
    <FormSection title="Health">
      <ul className="flex flex-col">
        {parts.map(([name, label]) => {
          const part = health[name];
          return part === null ? null : <PartRow key={name} label={label} part={part} />;
        })}
      </ul>
    </FormSection>
  );
}

function PartRow({ label, part }: { readonly label: string; readonly part: Health["database"] }) {
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-3 border-b border-line py-1 last:border-b-0">
      <span className={`badge ${part.ok ? "text-accent-text" : "text-danger"}`}>
        {part.ok ? "OK" : "Down"}
      </span>
      <span className="flex-1">{label}</span>
      <span className="text-[13px] break-words text-muted">{part.detail}</span>
    </li>
  );
}
