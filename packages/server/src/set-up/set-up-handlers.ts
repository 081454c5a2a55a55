import { MAX_PLAYLISTS, setUpApi } from "@neonrelay/contract";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { chooseProgramme, dismissSetUp, loadSetUp, type SetUpParts } from "./set-up-actions.ts";

export const setUpFeature = feature(setUpApi, setUpHandlers);

function setUpHandlers(parts: SetUpParts): HandlersFor<typeof setUpApi> {
  return {
    getSetUp: () => loadSetUp(parts),
    chooseProgramme: async ({ body: { playlists } }, { caller }) => {
      if (!(await chooseProgramme(parts, { playlists, by: caller })))
        throw new ApiFailure({
          error: `A station can have ${MAX_PLAYLISTS} playlists: remove some first`,
          code: "conflict",
        });
      return await loadSetUp(parts);
    },
    dismissSetUp: async (_request, { caller }) => {
      await dismissSetUp(parts, caller);
      return await loadSetUp(parts);
    },
  };
}
