/** The labels of the fields of a bucket, in a form that calls it `store`. */
export const storeLabels = {
  "store.endpoint": "Storage address",
  "store.region": "Region",
  "store.bucket": "Bucket",
  "store.folder": "Folder in the bucket",
  "store.accessKeyId": "Access key ID",
  "store.secretAccessKey": "Secret access key",
};
