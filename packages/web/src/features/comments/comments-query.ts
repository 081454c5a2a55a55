import { commentsCalls } from "@neonrelay/contract/callers";
import type { Comment } from "@neonrelay/contract/callers";
import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";

/** Separate from the code that changes comments: the socket fills it on every page. */
export const commentsQuery = queryOptions<Comment[]>({
  ...stationData,
  queryKey: [commentsCalls.listComments.path],
  queryFn: ({ signal }) => callApi(commentsCalls.listComments, {}, signal),
});
