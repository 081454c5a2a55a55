import { expect, test } from "vitest";
import { s3StoreSchema } from "./s3-store.ts";

const store = {
  endpoint: "https://s3.example.com",
  region: "us-east-1",
  bucket: "neon-radio",
  folder: "hls/live..1",
  accessKeyId: "id",
  secretAccessKey: "secret",
};

test("a storage has an address, a bucket and a folder", () => {
  expect(s3StoreSchema.parse(store)).toEqual(store);
  expect(s3StoreSchema.parse({ ...store, folder: "" }).folder).toBe("");
});

test.each([
  ["folder", ".."],
  ["folder", "."],
  ["folder", "../other"],
  ["folder", "hls/../../other"],
  ["folder", "hls/."],
  ["endpoint", "https://s3.example.com/a/../b"],
  ["endpoint", "https://s3.example.com/.."],
])("the %s '%s' is refused, as it leads elsewhere", (name, value) => {
  const { error } = s3StoreSchema.safeParse({ ...store, [name]: value });

  expect(error?.issues).toMatchObject([{ message: "must have no part '.' or '..'" }]);
});
