import type { BackupPlan } from "@neonrelay/contract/callers";
import { TextField } from "../../../ui/form-fields.tsx";

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
  onChange,
}: {
  readonly store: BackupStore;
  /** The station has one, which is kept when none is entered. */
  readonly hasSecret: boolean;
  readonly onChange: (store: BackupStore) => void;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Storage address"
        value={store.endpoint}
        maxLength={300}
        placeholder="https://s3.example.com"
        onChange={(endpoint) => onChange({ ...store, endpoint })}
      />
      <TextField
        label="Region"
        value={store.region}
        maxLength={50}
        onChange={(region) => onChange({ ...store, region })}
      />
      <TextField
        label="Bucket"
        value={store.bucket}
        maxLength={63}
        onChange={(bucket) => onChange({ ...store, bucket })}
      />
      <TextField
        label="Folder in the bucket"
        value={store.folder}
        maxLength={200}
        hint="For this station alone."
        onChange={(folder) => onChange({ ...store, folder })}
      />
      <TextField
        label="Access key ID"
        value={store.accessKeyId}
        maxLength={200}
        onChange={(accessKeyId) => onChange({ ...store, accessKeyId })}
      />
      <TextField
        label="Secret access key"
        type="password"
        value={store.secretAccessKey}
        maxLength={200}
        placeholder={hasSecret ? "unchanged" : ""}
        onChange={(secretAccessKey) => onChange({ ...store, secretAccessKey })}
      />
    </div>
  );
}
