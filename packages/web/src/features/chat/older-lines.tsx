import { CHAT_LIST_LIMIT, chatCalls, type ChatMessage } from "@neonrelay/contract/callers";
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useEffect, useState } from "react";
import { ApiCallError, callApi } from "../../api/call-api.ts";
import { ErrorRow } from "../../ui/panel-state.tsx";
import { useChatMessages } from "./chat-data.ts";
import { chatQuery } from "./chat-query.ts";

/** The row above the first message. @param onLoad loads older messages */
export function OlderLinesRow({
  status,
  onLoad,
}: {
  readonly status: OlderLines["status"];
  readonly onLoad: () => void;
}) {
  switch (status) {
    case "none":
      return null;
    case "failed":
      return <ErrorRow text="Older messages could not be loaded" onRetry={onLoad} />;
    case "more":
      return (
        <p className="flex min-h-10 items-center justify-center">
          <button type="button" className="button button-small" onClick={onLoad}>
            <ArrowUp size={15} aria-hidden="true" />
            Older messages
          </button>
        </p>
      );
    case "loading":
      return <output className={sentence}>Loading older messages</output>;
    case "all":
      return <p className={sentence}>This is where the chat begins</p>;
    case "too-many":
      return <p className={sentence}>Older messages are not shown here</p>;
    default:
      return status satisfies never;
  }
}

const sentence = "flex min-h-10 items-center justify-center text-[13px] text-muted";

/** Maximum messages shown, so that a long history does not fill the browser's memory. */
const MAX_SHOWN = 2000;

/** Nested under the chat's query key, so that a removed message leaves both. */
const olderQuery = queryOptions<readonly ChatMessage[]>({
  queryKey: [chatCalls.listChat.path, "older"],
  queryFn: () => [],
  initialData: [],
  staleTime: Infinity,
  enabled: false,
});

interface OlderLines {
  /** none: everything was always shown; all: nothing is older than what was loaded. */
  readonly status: "none" | "more" | "loading" | "failed" | "all" | "too-many";
  /** Loads the previous page, if there is one. */
  readonly load: () => void;
}

/**
 * The chat's messages, oldest first, with the older pages loaded so far. Those are dropped when a message
 * arrives while the end of the list is in view.
 */
export function useChatLines({ isAtEnd }: { readonly isAtEnd: boolean }) {
  const queryClient = useQueryClient();
  const newest = useChatMessages();
  const older = useQuery(olderQuery).data;
  const lines = withOlder(older, newest.data ?? []);
  const [firstOfAll, setFirstOfAll] = useState<string>();
  useEffect(() => {
    if (older.length > 0) queryClient.setQueryData(olderQuery.queryKey, isAtEnd ? [] : lines);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each change of the newest lines, with the rest as it is then
  }, [queryClient, newest.data]);
  const reading = useMutation({
    mutationFn: (before: string) => callApi(chatCalls.listChat, { query: { before } }),
    onSuccess: (page, before) => {
      if (page.length < CHAT_LIST_LIMIT) setFirstOfAll(page[0]?.id ?? before);
      const shown = shownNow(queryClient);
      if (shown[0]?.id === before)
        queryClient.setQueryData(olderQuery.queryKey, [...page, ...shown]);
    },
    // A moderator removed the message: ask for the page before the one after it.
    onError: (error, before) => {
      if (!(error instanceof ApiCallError && error.status === 404)) return;
      queryClient.setQueryData(olderQuery.queryKey, (list) =>
        list?.filter(({ id }) => id !== before),
      );
    },
  });
  const first = lines[0]?.id;
  const status = reading.isPending ? "loading" : restingStatus();
  return {
    lines,
    newest,
    older: {
      status,
      load: () => {
        if (first !== undefined && (status === "more" || status === "failed"))
          reading.mutate(first);
      },
    } satisfies OlderLines,
  };

  function restingStatus(): Exclude<OlderLines["status"], "loading"> {
    if (first === undefined || lines.length < CHAT_LIST_LIMIT) return "none";
    if (first === firstOfAll) return "all";
    if (lines.length >= MAX_SHOWN) return "too-many";
    return reading.isError ? "failed" : "more";
  }
}

function shownNow(queryClient: QueryClient): readonly ChatMessage[] {
  return withOlder(
    queryClient.getQueryData(olderQuery.queryKey) ?? [],
    queryClient.getQueryData(chatQuery.queryKey) ?? [],
  );
}

/**
 * The newest messages and the older ones loaded before them, without gaps: if the newest start with an unknown message,
 * nothing older stays.
 */
export function withOlder(
  older: readonly ChatMessage[],
  newest: readonly ChatMessage[],
): readonly ChatMessage[] {
  const first = newest[0]?.id;
  const at = older.findIndex(({ id }) => id === first);
  return at > 0 ? [...older.slice(0, at), ...newest] : newest;
}
