import type { ApiError, chatSanctionsApi } from "@neonrelay/contract";
import { ApiFailure } from "../http/api-failure.ts";
import type { HandlersFor } from "../http/route.ts";
import {
  kickChatter,
  liftSanction,
  sanctionChatter,
  type SanctionParts,
} from "./sanction-actions.ts";
import { toChatSanction } from "./sanction-rules.ts";

const nobodyThere: ApiError = {
  error: "Nobody chats from the web under that name",
  code: "not_found",
  field: "username",
};

export function sanctionHandlers(parts: SanctionParts): HandlersFor<typeof chatSanctionsApi> {
  return {
    kickChatter: async ({ body }, { caller }) => {
      if (!kickChatter(parts, { ...body, who: caller })) throw new ApiFailure(nobodyThere);
      return { kicked: true };
    },
    listSanctions: async () => parts.sanctions.list().map(toChatSanction),
    addSanction: async ({ body }, { caller }) => {
      const sanction = await sanctionChatter(parts, { ...body, who: caller, ircMask: null });
      if (sanction === null) throw new ApiFailure(nobodyThere);
      return sanction;
    },
    removeSanction: async ({ params }, { caller }) => {
      if (!(await liftSanction(parts, { id: params.id, who: caller })))
        throw new ApiFailure({ error: "There is no such mute or ban", code: "not_found" });
      return { removed: true };
    },
  };
}
