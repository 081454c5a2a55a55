import {
  type BackupPlan,
  backupPlanCalls,
  type ScheduledBackups as Backups,
} from "@neonrelay/contract/callers";
import { useMutation, useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { callApi, fieldProblem } from "../../../api/call-api.ts";
import { forgetFailure, useCommand } from "../../../api/use-command.ts";
import {
  FormSection,
  NumberField,
  SaveBar,
  SwitchField,
  TextField,
} from "../../../ui/form-fields.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { formatDateAndTime } from "../../../ui/format-time.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { useDraft } from "../../../ui/use-draft.ts";
import { useRight } from "../../accounts/index.ts";
import { StorageTrial } from "../connection-test.tsx";
import { emptyStore, StoreFields, storeLabels } from "../store-fields.tsx";

/** When the station backs itself up, and its backups: for super admins. */
export function ScheduledBackups() {
  return useRight("backup") ? <LoadedBackups /> : null;
}

function LoadedBackups() {
  const backups = useScheduledBackups();
  return (
    <FormSection
      title="Scheduled backups"
      text="Each backup is restored into a scratch database before it counts. Choose a folder on another disk."
    >
      <Loaded what="scheduled backups" query={backups}>
        {(found) => (
          <>
            <Warnings backups={found} />
            <PlanForm stored={found.plan} isRunning={found.isRunning} />
            <BackupList backups={found} />
          </>
        )}
      </Loaded>
    </FormSection>
  );
}

function Warnings({ backups: { isLate, lastFailure } }: { readonly backups: Backups }) {
  if (!isLate && lastFailure === null) return null;
  return (
    <p role="alert" className="flex gap-3">
      <TriangleAlert size={20} className="shrink-0 text-warn" aria-hidden="true" />
      <span className="min-w-0 break-words">
        {isLate && "The newest backup is older than planned. "}
        {lastFailure !== null &&
          `The backup of ${formatDateAndTime(Date.parse(lastFailure.at))} failed: ${lastFailure.reason}`}
      </span>
    </p>
  );
}

function PlanForm({
  stored,
  isRunning,
}: {
  readonly stored: Backups["plan"];
  readonly isRunning: boolean;
}) {
  const { draft, edit, isChanged, clear } = useDraft(stored);
  const save = useSaveBackupPlan();
  const start = useStartBackup();
  const change = (changed: Partial<Backups["plan"]>) => {
    forgetFailure(save);
    edit(changed);
  };
  return (
    <>
      <SwitchField label="Make backups" isOn={draft.isOn} onChange={(isOn) => change({ isOn })} />
      <SwitchField
        label="With music"
        text="Every file of the library, so each backup can be large."
        isOn={draft.withMusic}
        onChange={(withMusic) => change({ withMusic })}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField
          label={planLabels.hour}
          value={draft.hour}
          min={0}
          max={23}
          onChange={(hour) => change({ hour })}
        />
        <NumberField
          label={planLabels.everyDays}
          value={draft.everyDays}
          min={1}
          max={30}
          onChange={(everyDays) => change({ everyDays })}
        />
        <NumberField
          label={planLabels.keep}
          value={draft.keep}
          min={1}
          max={100}
          onChange={(keep) => change({ keep })}
        />
      </div>
      <PlaceFields
        draft={draft}
        stored={stored}
        problemOf={(path) => fieldProblem(save.error, path)}
        onChange={change}
      />
      {/* A result only holds for the place it was tested with. */}
      <Trial key={JSON.stringify([draft.folder, draft.store])} plan={draft} />
      <SaveBar
        label="Save Backup Plan"
        isChanged={isChanged}
        isPending={save.isPending}
        onSave={() => save.mutate(draft, { onSuccess: clear })}
      >
        <button
          type="button"
          className="button"
          disabled={isChanged || isRunning || start.isPending}
          onClick={() => start.mutate()}
        >
          {isRunning ? "Backing Up…" : "Back Up Now"}
        </button>
      </SaveBar>
    </>
  );
}

function Trial({ plan }: { readonly plan: Backups["plan"] }) {
  return <StorageTrial trial={useTryBackupPlace()} place={plan} labels={planLabels} />;
}

function PlaceFields({
  draft,
  stored,
  problemOf,
  onChange,
}: {
  readonly draft: Backups["plan"];
  readonly stored: Backups["plan"];
  /** Why the station refused a field. */
  readonly problemOf: (path: string) => string | undefined;
  readonly onChange: (changed: Partial<Backups["plan"]>) => void;
}) {
  return (
    <>
      <SwitchField
        label="To S3-compatible storage"
        text="Instead of a folder. Each music file is sent once, for all backups."
        isOn={draft.store !== null}
        onChange={(isOn) => onChange({ store: isOn ? (stored.store ?? emptyStore) : null })}
      />
      {draft.store === null ? (
        <TextField
          label={planLabels.folder}
          problem={problemOf("folder")}
          value={draft.folder}
          maxLength={500}
          placeholder="DATA_DIR/backups"
          hint="Full path on the station's machine; the folder must exist."
          onChange={(folder) => onChange({ folder })}
        />
      ) : (
        <StoreFields
          store={draft.store}
          hasSecret={stored.store !== null}
          problemOf={problemOf}
          onChange={(store) => onChange({ store })}
        />
      )}
    </>
  );
}

function BackupList({ backups: { backups, place } }: { readonly backups: Backups }) {
  if (backups.length === 0)
    return (
      <p className="text-[13px] break-words text-muted">No scheduled backup in {place} yet.</p>
    );
  return (
    <ul aria-label="Backups" className="flex flex-col">
      {backups.map(({ name, createdAt, sizeBytes }) => (
        <li key={name} className="border-t border-line py-2">
          <p>{`${formatDateAndTime(Date.parse(createdAt))}, ${formatBytes(sizeBytes)}`}</p>
          <p className="text-[13px] break-all text-muted">{`${place}/${name}`}</p>
        </li>
      ))}
    </ul>
  );
}

const POLL_MS = 5000;

/** The labels of the form's fields. */
const planLabels = {
  folder: "Folder",
  hour: "Hour of the day",
  everyDays: "Days between backups",
  keep: "Backups to keep",
  ...storeLabels,
};

function useScheduledBackups() {
  return useQuery({
    queryKey: [backupPlanCalls.getScheduledBackups.path],
    queryFn: ({ signal }) => callApi(backupPlanCalls.getScheduledBackups, {}, signal),
    refetchInterval: POLL_MS,
  });
}

function useSaveBackupPlan() {
  return useCommand({
    run: async (plan: BackupPlan) => await callApi(backupPlanCalls.putBackupPlan, { body: plan }),
    done: { title: "Backup Plan Saved" },
    failure: "Failed to save the backup plan",
    labels: planLabels,
    changes: [backupPlanCalls.getScheduledBackups.path],
  });
}

function useTryBackupPlace() {
  return useMutation({
    mutationFn: async (plan: BackupPlan) =>
      await callApi(backupPlanCalls.tryBackupPlace, { body: plan }),
  });
}

function useStartBackup() {
  return useCommand({
    run: async () => await callApi(backupPlanCalls.startBackup, {}),
    done: { title: "Backup Started", text: "It appears in the list once it is proved." },
    failure: "Failed to start the backup",
    changes: [backupPlanCalls.getScheduledBackups.path],
  });
}
