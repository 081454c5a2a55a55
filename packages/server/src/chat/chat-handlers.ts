import type { ApiError, chatApi } from "@neonrelay/contract";
import { ApiFailure } from "../http/api-failure.ts";
import type { HandlersFor } from "../http/route.ts";
import type { SystemLog } from "../logs/system-log.ts";
import {
  clearChat,
  createChatLimit,
  listChat,
  removeChatMessage,
  sendChat,
  type ChatParts,
} from "./chat-actions.ts";

export const nameTaken: ApiError = {
  error: "Somebody else chats under this name; choose another",
  code: "name_taken",
  field: "username",
};

export function chatHandlers(
  parts: ChatParts & { readonly systemLog: SystemLog },
): HandlersFor<typeof chatApi> {
  const limit = createChatLimit(Date.now);
  return {
    listChat: () => listChat(parts.database.connection),
    sendChat: async ({ body }, { caller, visitor }) => {
      const outcome = await sendChat({ ...parts, limit }, { ...body, caller, visitor });
      switch (outcome.kind) {
        case "said":
          return outcome.message;
        case "name-taken":
          throw new ApiFailure(nameTaken);
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
      parts.systemLog.noteOperatorAction({
        who: caller,
        action: "cleared the chat",
        details: { messages: cleared },
      });
      return { cleared };
    },
    deleteChatMessage: async ({ params }, { caller }) => {
      if (!(await removeChatMessage(parts, params.id)))
        throw new ApiFailure({ error: "There is no such message in the chat", code: "not_found" });
      parts.systemLog.noteOperatorAction({
        who: caller,
        action: "removed a chat message",
        details: null,
      });
      return { deleted: true };
    },
  };
}
