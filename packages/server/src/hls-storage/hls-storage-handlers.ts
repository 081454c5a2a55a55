import { hlsStorageApi } from "@neonrelay/contract";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import {
  changeHlsStorage,
  loadHlsCopy,
  tryHlsStorage,
  type HlsStorageParts,
} from "./hls-storage-actions.ts";

/** Each can take a quarter of a minute. */
const TRIALS_AT_ONCE = 4;

export const hlsStorageFeature = feature(hlsStorageApi, hlsStorageHandlers);

function hlsStorageHandlers(parts: HlsStorageParts): HandlersFor<typeof hlsStorageApi> {
  let trying = 0;
  return {
    getHlsCopy: async () => await loadHlsCopy(parts),
    putHlsStorage: async ({ body }, { caller }) => {
      const outcome = await changeHlsStorage(parts, { wanted: body, by: caller });
      if (outcome.kind === "no-secret") throw secretNeeded();
      return outcome.copy;
    },
    tryHlsStorage: async ({ body }) => {
      if (trying >= TRIALS_AT_ONCE)
        throw new ApiFailure({
          error: "Other storages are being tried; try again in a few seconds",
          code: "conflict",
        });
      trying += 1;
      const outcome = await tryHlsStorage(parts, body).finally(() => (trying -= 1));
      if (outcome.kind === "no-secret") throw secretNeeded();
      return { problem: outcome.problem };
    },
  };
}

function secretNeeded(): ApiFailure {
  return new ApiFailure({
    error:
      "store.secretAccessKey: enter the secret access key; the stored one is only used for its own storage and key ID",
    code: "invalid_request",
    field: "store.secretAccessKey",
  });
}
