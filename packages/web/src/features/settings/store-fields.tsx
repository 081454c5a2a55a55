import type { S3Store } from "@neonrelay/contract/callers";
import { TextField } from "../../ui/form-fields.tsx";

export const emptyStore: S3Store = {
  endpoint: "",
  region: "us-east-1",
  bucket: "",
  folder: "",
  accessKeyId: "",
  secretAccessKey: "",
};

/** A bucket's location and credentials. */
export function StoreFields({
  store,
  hasSecret,
  problemOf,
  onChange,
}: {
  readonly store: S3Store;
  /** The station has a secret, which is kept if none is entered. */
  readonly hasSecret: boolean;
  /** Why the station refused a field. */
  readonly problemOf: (path: string) => string | undefined;
  readonly onChange: (store: S3Store) => void;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={storeLabels["store.endpoint"]}
        problem={problemOf("store.endpoint")}
        value={store.endpoint}
        maxLength={300}
        placeholder="https://s3.example.com"
        onChange={(endpoint) => onChange({ ...store, endpoint })}
      />
      <TextField
        label={storeLabels["store.region"]}
        problem={problemOf("store.region")}
        value={store.region}
        maxLength={50}
        onChange={(region) => onChange({ ...store, region })}
      />
      <TextField
        label={storeLabels["store.bucket"]}
        problem={problemOf("store.bucket")}
        value={store.bucket}
        maxLength={63}
        onChange={(bucket) => onChange({ ...store, bucket })}
      />
      <TextField
        label={storeLabels["store.folder"]}
        problem={problemOf("store.folder")}
        value={store.folder}
        maxLength={200}
        hint="For this station alone."
        onChange={(folder) => onChange({ ...store, folder })}
      />
      <TextField
        label={storeLabels["store.accessKeyId"]}
        problem={problemOf("store.accessKeyId")}
        value={store.accessKeyId}
        maxLength={200}
        onChange={(accessKeyId) => onChange({ ...store, accessKeyId })}
      />
      <TextField
        label={storeLabels["store.secretAccessKey"]}
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

/** The labels of the fields of a bucket, in a form that calls it `store`. */
export const storeLabels = {
  "store.endpoint": "Storage address",
  "store.region": "Region",
  "store.bucket": "Bucket",
  "store.folder": "Folder in the bucket",
  "store.accessKeyId": "Access key ID",
  "store.secretAccessKey": "Secret access key",
};
