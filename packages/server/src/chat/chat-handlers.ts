import { type ApiError, chatApi } from "@neonrelay/contract";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import type { SystemLog } from "../logs/system-log.ts";
import {
  clearChat,
  createChatLimit,
  readChatPage,
  removeChatMessage,
  sendChat,
  type ChatParts,
} from "./chat-actions.ts";
import { MENTION_LIMIT } from "./chat-rules.ts";
import { describeRestriction } from "./sanction-rules.ts";

export const nameTaken: ApiError = {
  error: "This name is in use in the chat; choose another",
  code: "name_taken",
  field: "username",
};

const namesTooManyPeople: ApiError = {
  error: `A message can mention at most ${MENTION_LIMIT} people in the channel`,
  code: "invalid_request",
  field: "message",
};

const noSuchMessage: ApiError = {
  error: "No chat message has that id",
  code: "not_found",
};

export const chatFeature = feature(chatApi, chatHandlers);

function chatHandlers(
  parts: ChatParts & { readonly systemLog: SystemLog },
): HandlersFor<typeof chatApi> {
  const limit = createChatLimit(Date.now);
  return {
    listChat: async ({ query: { before = null, limit } }) => {
      const page = await readChatPage(parts, { before, limit });
      if (page.kind === "no-such-message") throw new ApiFailure(noSuchMessage);
      return page.messages;
    },
    sendChat: async ({ body }, { caller, visitor }) => {
      const { username, message: text } = body;
      const outcome = await sendChat({ ...parts, limit }, { username, text, caller, visitor });
      switch (outcome.kind) {
        case "said":
          return outcome.message;
        case "name-taken":
          throw new ApiFailure(nameTaken);
        case "names-too-many":
          throw new ApiFailure(namesTooManyPeople);
        case "restricted":
          throw new ApiFailure(describeRestriction(outcome.restriction));
        case "disconnected":
          throw new ApiFailure({
            error: `IRC bot disconnected - messages cannot be sent (${parts.irc.status.reason ?? "connecting"})`,
            code: "unavailable",
          });
        case "too-soon":
          throw new ApiFailure({
            error: "Please wait before sending another message",
            code: "too_many_requests",
            retryAt: new Date(outcome.untilMs).toISOString(),
          });
        default:
          return outcome satisfies never;
      }
    },
    clearChat: async (_request, { caller }) => {
      const cleared = await clearChat(parts);
      parts.systemLog.recordOperatorAction({
        who: caller,
        action: "cleared the chat",
        details: { messages: cleared },
      });
      return { cleared };
    },
    deleteChatMessage: async ({ params }, { caller }) => {
      if (!(await removeChatMessage(parts, params.id))) throw new ApiFailure(noSuchMessage);
      parts.systemLog.recordOperatorAction({
        who: caller,
        action: "removed a chat message",
        details: null,
      });
      return { deleted: true };
    },
  };
}
