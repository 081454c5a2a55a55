import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { s3StoreSchema } from "./s3-store.ts";

/** Whether and where HLS is copied to a storage. */
export const hlsStorageSchema = z
  .object({
    isOn: z.boolean(),
    /** Its folder is for this station's HLS alone. */
    store: z.nullable(s3StoreSchema),
    /** Public URL of that folder, without a trailing slash; empty: none is offered. */
    publicUrl: z
      .string()
      .check(
        z.trim(),
        z.maxLength(300, "at most 300 characters"),
        z.regex(
          /^(?:https?:\/\/[\w.:[\]-]+(?:\/[\w.~-]+)*)?$/,
          "enter an address such as https://cdn.example.com/radio, without a slash at its end",
        ),
      ),
  })
  .check(
    z.refine(({ isOn, store }) => !isOn || store !== null, {
      path: ["store"],
      error: "enter a storage to copy to",
    }),
  );
export type HlsStorage = z.infer<typeof hlsStorageSchema>;

export const defaultHlsStorage: HlsStorage = { isOn: false, store: null, publicUrl: "" };

const hlsCopyStateSchema = z.object({
  /**
   * `idle`: nothing to copy, since HLS is off or the stream is stopped; `failing`: being retried; `unknown`: the stream
   * engine can't be reached.
   */
  status: z.enum(["off", "idle", "copying", "failing", "unknown"]),
  since: z.nullable(z.iso.datetime()),
  /** Last playlist accepted by the storage; null: none since copying began. */
  pushedAt: z.nullable(z.iso.datetime()),
  /** Seconds of finished sound missing from the storage's playlist. */
  behindSeconds: z.number(),
  /** Segments that players there missed since copying began. */
  lostSegments: z.int(),
  /** The last problem, as a sentence; it may be resolved. */
  problem: z.nullable(z.object({ text: z.string(), at: z.iso.datetime() })),
  /** Time of the next try. */
  retryAt: z.nullable(z.iso.datetime()),
});

const hlsCopySchema = z.object({
  /** Without the secret access key. */
  storage: hlsStorageSchema,
  /** Playlist URL for players; null: no public address is set. */
  playlistUrl: z.nullable(z.string()),
  state: hlsCopyStateSchema,
});
export type HlsCopy = z.infer<typeof hlsCopySchema>;

export const hlsStorageCalls = defineCalls({
  getHlsCopy: {
    method: "GET",
    path: "/api/stream/hls-storage",
    response: hlsCopySchema,
  },
  putHlsStorage: {
    method: "PUT",
    path: "/api/stream/hls-storage",
    response: hlsCopySchema,
  },
  tryHlsStorage: {
    method: "POST",
    path: "/api/stream/hls-storage/trial",
    response: z.object({ /** null: it can be used. */ problem: z.nullable(z.string()) }),
  },
});
