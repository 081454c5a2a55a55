import { type ApiError, chatSanctionsApi } from "@neonrelay/contract";
import { toRowPage } from "../database/statements.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { addPaging } from "../http-kit/next-page.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { kickFromChannel, restrictInChannel, type ModerateParts } from "./moderate-actions.ts";
import { liftSanction } from "./sanction-actions.ts";
import { toChatSanction } from "./sanction-rules.ts";

const nobodyThere: ApiError = {
  error: "No one in the channel has that name",
  code: "not_found",
  field: "username",
};

export const sanctionFeature = feature(chatSanctionsApi, sanctionHandlers);

function sanctionHandlers(parts: ModerateParts): HandlersFor<typeof chatSanctionsApi> {
  return {
    kickChatter: async ({ body }, { caller }) => {
      const outcome = await kickFromChannel(parts, { ...body, who: caller });
      switch (outcome.kind) {
        case "done":
          return { kicked: true };
        case "not-there":
          throw new ApiFailure(nobodyThere);
        case "refused":
          throw new ApiFailure(notOnIrc(outcome.reason));
        default:
          return outcome satisfies never;
      }
    },
    listSanctions: async ({ query }, { reply }) => {
      const { limit, after } = query;
      const all = parts.sanctions.list();
      const place = after === undefined ? -1 : all.findIndex(({ id }) => id === after);
      // Nothing comes after a sanction that is gone.
      const rest = after !== undefined && place === -1 ? [] : all.slice(place + 1);
      const page = toRowPage(rest, { limit, total: all.length });
      addPaging(reply, { path: "/api/chat/sanctions", query, page });
      return page.rows.map(toChatSanction);
    },
    addSanction: async ({ body }, { caller }) => {
      const outcome = await restrictInChannel(parts, { ...body, who: caller });
      switch (outcome.kind) {
        case "done":
          return outcome.sanction;
        case "not-there":
          throw new ApiFailure(nobodyThere);
        case "unchanged":
          throw new ApiFailure({
            error: "This person is already muted or banned",
            code: "conflict",
          });
        case "refused":
          throw new ApiFailure(notOnIrc(outcome.reason));
        default:
          return outcome satisfies never;
      }
    },
    removeSanction: async ({ params }, { caller }) => {
      if (!(await liftSanction(parts, { id: params.id, who: caller })))
        throw new ApiFailure({ error: "No mute or ban has that id", code: "not_found" });
      return { removed: true };
    },
  };
}

function notOnIrc(reason: string): ApiError {
  return { error: `Not possible on IRC: ${reason}`, code: "conflict" };
}
