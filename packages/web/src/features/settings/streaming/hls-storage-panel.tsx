import { type HlsCopy, type HlsStorage, hlsStorageCalls } from "@neonrelay/contract/callers";
import { useMutation, useQuery } from "@tanstack/react-query";
import { callApi, fieldProblem } from "../../../api/call-api.ts";
import { forgetFailure, useCommand } from "../../../api/use-command.ts";
import { FormSection, SaveBar, SwitchField, TextField } from "../../../ui/form-fields.tsx";
import { formatTimeOfDay } from "../../../ui/format-time.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { useDraft } from "../../../ui/use-draft.ts";
import { useRight } from "../../accounts/index.ts";
import { StorageTrial } from "../connection-test.tsx";
import { emptyStore, StoreFields, storeLabels } from "../store-fields.tsx";

/** The copy of HLS in a storage: its state for admins, and its form for super admins, who alone may set a storage. */
export function HlsStoragePanel() {
  const copy = useHlsCopy();
  const mayChange = useRight("backup");
  return (
    <FormSection
      title="HLS at a storage"
      text="Copies HLS to S3-compatible storage, where a CDN or players get it without the station."
    >
      <Loaded what="the HLS storage" query={copy}>
        {(found) => (
          <>
            <CopyState copy={found} />
            {mayChange ? (
              <StorageForm stored={found.storage} />
            ) : (
              <p className="text-[13px] text-muted">Only super admins can change it.</p>
            )}
          </>
        )}
      </Loaded>
    </FormSection>
  );
}

function CopyState({ copy: { state, playlistUrl } }: { readonly copy: HlsCopy }) {
  const { status } = state;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-m border border-line bg-s2 p-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-mono text-[13px] break-all">
          {playlistUrl ?? "No public address is set"}
        </p>
        {describeHlsCopy(state).map((sentence) => (
          <p key={sentence} className="text-[13px] break-words text-muted">
            {sentence}
          </p>
        ))}
      </div>
      <span className={`badge ${badgeTone(status)}`}>{hlsCopyWords[status]}</span>
    </div>
  );
}

function StorageForm({ stored }: { readonly stored: HlsStorage }) {
  const { draft, edit, isChanged, clear } = useDraft(stored);
  const save = useSaveHlsStorage();
  const change = (changed: Partial<HlsStorage>) => {
    forgetFailure(save);
    edit(changed);
  };
  const problemOf = (path: string) => fieldProblem(save.error, path);
  return (
    <>
      <SwitchField
        label="Copy HLS to a storage"
        text="Needs HLS, which is switched on under Mounts."
        isOn={draft.isOn}
        onChange={(isOn) =>
          change({ isOn, store: isOn ? (draft.store ?? emptyStore) : stored.store && draft.store })
        }
      />
      {draft.store !== null && (
        <>
          <StoreFields
            store={draft.store}
            hasSecret={stored.store !== null}
            problemOf={problemOf}
            onChange={(store) => change({ store })}
          />
          <TextField
            label={hlsStorageLabels.publicUrl}
            problem={problemOf("publicUrl")}
            value={draft.publicUrl}
            maxLength={300}
            placeholder="https://cdn.example.com/radio"
            hint="Where players reach the folder, at the storage or at a CDN."
            onChange={(publicUrl) => change({ publicUrl })}
          />
          {/* A result only holds for the storage it was tested with. */}
          <Trial key={JSON.stringify([draft.store, draft.publicUrl])} storage={draft} />
        </>
      )}
      <SaveBar
        label="Save HLS Storage"
        isChanged={isChanged}
        isPending={save.isPending}
        onSave={() => save.mutate(draft, { onSuccess: clear })}
      />
    </>
  );
}

function Trial({ storage }: { readonly storage: HlsStorage }) {
  return <StorageTrial trial={useTryHlsStorage()} place={storage} labels={hlsStorageLabels} />;
}

function badgeTone(status: HlsCopy["state"]["status"]): string {
  if (status === "copying") return "border-accent-edge text-accent-text";
  return status === "failing" ? "border-danger text-danger" : "text-muted";
}

const POLL_MS = 5000;

/** The labels of the form's fields. */
const hlsStorageLabels = { ...storeLabels, store: "Storage", publicUrl: "Public address" };

/** Polls: the state changes by itself. */
function useHlsCopy() {
  return useQuery({
    queryKey: [hlsStorageCalls.getHlsCopy.path],
    queryFn: ({ signal }) => callApi(hlsStorageCalls.getHlsCopy, {}, signal),
    refetchInterval: POLL_MS,
  });
}

function useSaveHlsStorage() {
  return useCommand({
    run: async (storage: HlsStorage) =>
      await callApi(hlsStorageCalls.putHlsStorage, { body: storage }),
    done: { title: "HLS Storage Saved" },
    failure: "Failed to save the HLS storage",
    labels: hlsStorageLabels,
    changes: [hlsStorageCalls.getHlsCopy.path],
  });
}

function useTryHlsStorage() {
  return useMutation({
    mutationFn: async (storage: HlsStorage) =>
      await callApi(hlsStorageCalls.tryHlsStorage, { body: storage }),
  });
}

const hlsCopyWords = {
  off: "Off",
  idle: "Waiting",
  copying: "Copying",
  failing: "Failing",
  unknown: "Unknown",
} as const;

/** The state of the copy, in sentences. */
export function describeHlsCopy(state: HlsCopy["state"]): readonly string[] {
  switch (state.status) {
    case "off":
      return [];
    case "unknown":
      return ["The stream engine can't be asked right now."];
    case "idle":
      return ["There is nothing to copy: HLS is off, or the stream is stopped."];
    case "copying":
      return [pushedAt(state), ...lost(state)];
    case "failing":
      return [problemNow(state), pushedAt(state), behind(state), ...lost(state)];
    default:
      return state.status satisfies never;
  }
}

function pushedAt({ pushedAt: at }: HlsCopy["state"]): string {
  return at === null ? "Nothing has arrived yet." : `Last arrived at ${timeOf(at)}.`;
}

function behind({ behindSeconds }: HlsCopy["state"]): string {
  return `${Math.round(behindSeconds)} s behind.`;
}

function problemNow({ problem, retryAt }: HlsCopy["state"]): string {
  const next = retryAt === null ? "" : ` Next try at ${timeOf(retryAt)}.`;
  return `Problem: ${problem?.text ?? "unknown"}.${next}`;
}

/** Shown even once all is well: it says since when the copy had problems. */
function lost({ lostSegments, problem, status }: HlsCopy["state"]): readonly string[] {
  const before =
    problem === null || status === "failing"
      ? []
      : [`Last problem, at ${timeOf(problem.at)}: ${problem.text}.`];
  const missed = lostSegments === 1 ? "1 segment" : `${lostSegments} segments`;
  return lostSegments === 0 ? before : [...before, `Players missed ${missed} so far.`];
}

function timeOf(iso: string): string {
  return formatTimeOfDay(Date.parse(iso));
}
