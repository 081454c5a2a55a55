import type { BackupPlan } from "@neonrelay/contract/callers";
import { TextField } from "../../../ui/form-fields.tsx";
import { planLabels } from "./scheduled-backups-data.ts";

type BackupStore = NonNullable<BackupPlan["store"]>;

export const emptyStore: BackupStore = {
  endpoint: "",
  region: "us-east-1",
  bucket: "",
  folder: "",
  accessKeyId: "",
  secretAccessKey: "",
};

/** Where a bucket is, and the key to it. */
export function StoreFields({
  store,
  hasSecret,
  problemOf,
  onChange,
}: {
  readonly store: BackupStore;
  /** The station has one, which is kept when none is entered. */
  readonly hasSecret: boolean;
  /** Why the station refused a field. */
  readonly problemOf: (path: string) => string | undefined;
  readonly onChange: (store: BackupStore) => void;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={planLabels["store.endpoint"]}
        problem={problemOf("store.endpoint")}
        value={store.endpoint}
        maxLength={300}
        placeholder="https://s3.example.com"
        onChange={(endpoint) => onChange({ ...store, endpoint })}
      />
      <TextField
        label={planLabels["store.region"]}
        problem={problemOf("store.region")}
        value={store.region}
        maxLength={50}
        onChange={(region) => onChange({ ...store, region })}
      />
      <TextField
        label={planLabels["store.bucket"]}
        problem={problemOf("store.bucket")}
        value={store.bucket}
        maxLength={63}
        onChange={(bucket) => onChange({ ...store, bucket })}
      />
      <TextField
        label={planLabels["store.folder"]}
        problem={problemOf("store.folder")}
        value={store.folder}
        maxLength={200}
        hint="For this station alone."
        onChange={(folder) => onChange({ ...store, folder })}
      />
      <TextField
        label={planLabels["store.accessKeyId"]}
        problem={problemOf("store.accessKeyId")}
        value={store.accessKeyId}
        maxLength={200}
        onChange={(accessKeyId) => onChange({ ...store, accessKeyId })}
      />
      <TextField
        label={planLabels["store.secretAccessKey"]}
        problem={problemOf("store.secretAccessKey")}
        type="password"
        value={store.secretAccessKey}
        maxLength={200}
        placeholder={hasSecret ? "unchanged" : ""}
        onChange={(secretAccessKey) => onChange({ ...store, secretAccessKey })}
      />
    </div>
  );
}
