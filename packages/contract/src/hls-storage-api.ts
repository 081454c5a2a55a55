import { defineApi } from "./endpoint.ts";
import { hlsStorageCalls, hlsStorageSchema } from "./hls-storage.ts";
import type { HlsCopy, HlsStorage } from "./hls-storage.ts";

const storage: HlsStorage = {
  isOn: true,
  store: {
    endpoint: "https://s3.example.com",
    region: "eu-central-1",
    bucket: "neon-radio",
    folder: "hls",
    accessKeyId: "AKIDEXAMPLE",
    secretAccessKey: "",
  },
  publicUrl: "https://cdn.example.com/hls",
};
const example: HlsCopy = {
  storage,
  playlistUrl: "https://cdn.example.com/hls/live.m3u8",
  state: {
    status: "copying",
    since: "2026-01-02T20:15:00.000Z",
    pushedAt: "2026-01-02T20:21:06.000Z",
    behindSeconds: 0,
    lostSegments: 0,
    problem: null,
    retryAt: null,
  },
};

export const hlsStorageApi = defineApi(hlsStorageCalls, {
  getHlsCopy: {
    access: "system_config",
    summary: "The S3-compatible storage that HLS is copied to, and the state of the copy",
    example: { response: example },
  },
  putHlsStorage: {
    access: "backup",
    summary:
      "Change where HLS is copied to. Another storage or key ID needs the secret access key again",
    example: { body: storage, response: example },
    body: hlsStorageSchema,
  },
  tryHlsStorage: {
    access: "backup",
    errors: ["conflict"],
    summary:
      "Write, read and remove a small file at such a storage, and look at its public address",
    example: { body: storage, response: { problem: null } },
    body: hlsStorageSchema,
  },
});
