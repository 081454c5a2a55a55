import type { HlsCopy, HlsStorage } from "@neonrelay/contract/callers";
import { fieldProblem } from "../../../api/call-api.ts";
import { forgetFailure } from "../../../api/use-command.ts";
import { FormSection, SwitchField, TextField } from "../../../ui/form-fields.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { useDraft } from "../../../ui/use-draft.ts";
import { useRight } from "../../accounts/index.ts";
import { StorageTrial } from "../storage-trial.tsx";
import { emptyStore, StoreFields } from "../store-fields.tsx";
import { describeHlsCopy, hlsCopyWords } from "./hls-copy-words.ts";
import {
  hlsStorageLabels,
  useHlsCopy,
  useSaveHlsStorage,
  useTryHlsStorage,
} from "./hls-storage-data.ts";

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
      <div>
        <button
          type="button"
          className="button button-primary"
          disabled={!isChanged || save.isPending}
          onClick={() => save.mutate(draft, { onSuccess: clear })}
        >
          {save.isPending ? "Saving…" : "Save HLS Storage"}
        </button>
      </div>
    </>
  );
}

function Trial({ storage }: { readonly storage: HlsStorage }) {
  return <StorageTrial trial={useTryHlsStorage()} place={storage} labels={hlsStorageLabels} />;
}

function badgeTone(status: HlsCopy["state"]["status"]): string {
  if (status === "copying") return "border-accent text-accent-text";
  return status === "failing" ? "border-danger text-danger" : "text-muted";
}
