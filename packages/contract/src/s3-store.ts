import * as z from "zod/mini";

/** URL parsing would resolve such parts to a different folder or bucket. */
const isNoWayUp = z.refine<string>(
  (text) => !text.split("/").some((part) => part === "." || part === ".."),
  "must have no part '.' or '..'",
);

/** A folder in a bucket of an S3-compatible storage. */
export const s3StoreSchema = z.object({
  endpoint: z
    .string()
    .check(
      z.trim(),
      z.maxLength(300, "at most 300 characters"),
      z.regex(
        /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~-]+)*$/,
        "enter an address such as https://s3.example.com",
      ),
      isNoWayUp,
    ),
  region: z
    .string()
    .check(z.trim(), z.regex(/^[\w-]{1,50}$/, "enter the storage's region, such as us-east-1")),
  bucket: z
    .string()
    .check(z.trim(), z.regex(/^[\w.-]{3,63}$/, "enter the name of a bucket that exists")),
  /** For this station alone; empty: the whole bucket. */
  folder: z
    .string()
    .check(
      z.trim(),
      z.maxLength(200, "at most 200 characters"),
      z.regex(/^(?:[\w.-]+(?:\/[\w.-]+)*)?$/, "letters, digits, '.', '_', '-' and '/' only"),
      isNoWayUp,
    ),
  accessKeyId: z
    .string()
    .check(z.trim(), z.regex(/^[!-~]{1,200}$/, "enter the ID of the access key")),
  /** Never returned; empty keeps the stored one. */
  secretAccessKey: z.string().check(z.trim(), z.regex(/^[!-~]{0,200}$/, "no spaces, please")),
});
export type S3Store = z.infer<typeof s3StoreSchema>;
