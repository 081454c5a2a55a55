import { severities } from "@neonrelay/contract/callers";
import type {
  Retention,
  SecurityEventEntry,
  Severity,
  StationSettings,
} from "@neonrelay/contract/callers";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { FormSection, NumberField, SaveBar, SelectField } from "../../../ui/form-fields.tsx";
import { formatDayAndTime } from "../../../ui/format-time.ts";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { useSecurityEvents } from "../logs/logs-data.ts";
import { MoreRows } from "../../../ui/more-rows.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { useChangeStationSettings, useStationSettings } from "../settings-data.ts";
import { useDraft } from "../../../ui/use-draft.ts";

const tones = {
  critical: "text-danger",
  high: "text-danger",
  medium: "text-warn",
  other: "text-muted",
} as const;

/** The security events, and the retention. */
export function SecuritySection() {
  const settings = useStationSettings();
  return (
    <>
      <SecurityEvents />
      <Loaded what="retention" query={settings}>
        {(stored) => <RetentionForm stored={stored} />}
      </Loaded>
    </>
  );
}

function SecurityEvents() {
  const [severity, setSeverity] = useState<Severity | "all">("all");
  const events = useSecurityEvents(severity === "all" ? undefined : severity);
  return (
    <FormSection title="Security Events">
      <div className="w-44">
        <SelectField
          label="Severity"
          value={severity}
          choices={["all" as const, ...severities].map((value) => ({ value, name: value }))}
          onChange={setSeverity}
        />
      </div>
      <Loaded what="security events" query={events}>
        {({ pages }) => <EventRows rows={pages.flat()} />}
      </Loaded>
      <MoreRows query={events} />
    </FormSection>
  );
}

function EventRows({ rows }: { readonly rows: readonly SecurityEventEntry[] }) {
  if (rows.length === 0)
    return <EmptyState icon={<ShieldCheck size={28} />} title="No security events" />;
  return (
    <ul className="flex flex-col">
      {rows.map((event) => (
        <li
          key={event.id}
          className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-t border-line py-2"
        >
          <span className={`badge ${tones[event.severity]}`}>{event.severity}</span>
          <span className="min-w-0 flex-1 basis-52 break-words">{event.description}</span>
          <span className="text-[13px] break-all text-muted tabular-nums">
            {event.eventType} · {event.ipAddress ?? "no address"} ·{" "}
            {formatDayAndTime(Date.parse(event.timestamp))}
          </span>
        </li>
      ))}
    </ul>
  );
}

const kept: readonly (readonly [keyof Retention | "listeningSessionDays", string])[] = [
  ["chatDays", "Chat"],
  ["commentDays", "Comments"],
  ["historyDays", "Play history"],
  ["securityEventDays", "Security events"],
  ["listeningSessionDays", "Listening sessions"],
];

function RetentionForm({ stored }: { readonly stored: StationSettings }) {
  const { draft, edits, edit, isChanged, clear } = useDraft({
    ...stored.retention,
    listeningSessionDays: stored.listeningSessionDays,
  });
  const { listeningSessionDays, ...retention } = edits;
  const save = useChangeStationSettings("Settings Updated");
  return (
    <FormSection title="Retention in days" text="0 keeps the data forever.">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {kept.map(([name, label]) => (
          <NumberField
            key={name}
            label={label}
            value={draft[name]}
            min={0}
            max={3650}
            onChange={(days) => edit({ [name]: days })}
          />
        ))}
      </div>
      <SaveBar
        label="Save Retention"
        isChanged={isChanged}
        isPending={save.isPending}
        onSave={() => save.mutate({ retention, listeningSessionDays }, { onSuccess: clear })}
      />
    </FormSection>
  );
}
