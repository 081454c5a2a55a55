import { commentsApi } from "@neonrelay/contract";
import { createVisitorLimit, type VisitorLimit } from "../limits/rate-limit.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type Call, type HandlersFor } from "../http-kit/route.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { waitOf } from "../limits/wait-words.ts";
import {
  addComment,
  addReply,
  likeComment,
  listComments,
  refuseComment,
  removeComment,
  unlikeComment,
  type CommentParts,
} from "./comment-actions.ts";

/** Comments and replies of one visitor: five at once, then one every ten seconds. */
const WRITING = { burst: 5, perSecond: 0.1 };
const LIKING = { burst: 20, perSecond: 1 };

export const commentFeature = feature(commentsApi, commentHandlers);

function commentHandlers(
  parts: CommentParts & { readonly systemLog: SystemLog },
): HandlersFor<typeof commentsApi> {
  const writing = createVisitorLimit({ ...WRITING, nowMs: Date.now });
  const liking = createVisitorLimit({ ...LIKING, nowMs: Date.now });
  const admit = ({ caller, visitor }: Call, limit: VisitorLimit): void => {
    const refusal = refuseComment(parts, { caller, visitor, limit });
    switch (refusal?.kind) {
      case undefined:
        return;
      case "off":
        throw new ApiFailure({ error: "Comments are turned off", code: "comments_off" });
      case "too-soon":
        throw new ApiFailure({
          error: `Please wait before ${limit === writing ? "posting another comment" : "liking another"}; try again ${waitOf(refusal.untilMs - Date.now())}`,
          code: "too_many_requests",
          retryAt: new Date(refusal.untilMs).toISOString(),
        });
      default:
        return refusal satisfies never;
    }
  };
  return {
    listComments: () => listComments(parts.database.connection),
    addComment: async ({ body }, call) => {
      admit(call, writing);
      return await addComment(parts, { content: body.content, caller: call.caller });
    },
    replyToComment: async ({ params, body }, call) => {
      admit(call, writing);
      const { caller } = call;
      return found(await addReply(parts, { id: params.id, content: body.content, caller }));
    },
    likeComment: async ({ params: { id } }, call) => {
      admit(call, liking);
      const { caller, visitor } = call;
      return { id, likes: found(await likeComment(parts, { id, caller, visitor })) };
    },
    unlikeComment: async ({ params: { id } }, call) => {
      admit(call, liking);
      const { caller, visitor } = call;
      return { id, likes: found(await unlikeComment(parts, { id, caller, visitor })) };
    },
    deleteComment: async ({ params }, { caller }) => {
      found((await removeComment(parts, params.id)) ? true : null);
      parts.systemLog.recordOperatorAction({
        who: caller,
        action: "removed a comment",
        details: null,
      });
      return { deleted: true };
    },
  };
}

function found<Value>(value: Value | null): Value {
  if (value !== null) return value;
  throw new ApiFailure({ error: "No comment has that id", code: "not_found" });
}
