import { radioCalls } from "@neonrelay/contract/callers";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { callApi } from "../../api/call-api.ts";
import { onSettingChosen } from "../../browser/chosen-setting.ts";
import { useNowPlaying } from "../radio/index.ts";
import {
  LISTENING_KEY,
  type ListeningSpan,
  loadListening,
  parseListening,
} from "./listening-recorder.ts";

const PAGE_PLAYS = 50;

/** The play history, newest first, in pages; refetched when the title on air changes. */
export function useHistory() {
  const query = useInfiniteQuery({
    queryKey: [radioCalls.getHistory.path],
    queryFn: ({ pageParam, signal }) =>
      callApi(radioCalls.getHistory, { query: { before: pageParam, limit: PAGE_PLAYS } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.length < PAGE_PLAYS ? undefined : last.at(-1)?.startedAtMs),
  });
  const onAirId = useNowPlaying().data?.now?.id;
  const newestId = query.data?.pages[0]?.[0]?.id;
  const isOld = onAirId !== undefined && newestId !== undefined && newestId !== onAirId;
  const { refetch } = query;
  useEffect(() => {
    if (isOld) void refetch();
  }, [isOld, refetch]);
  return query;
}

/** When this browser listened, including now. */
export function useListening(): readonly ListeningSpan[] {
  const [spans, setSpans] = useState(loadListening);
  useEffect(() => onSettingChosen(LISTENING_KEY, (text) => setSpans(parseListening(text))), []);
  return spans;
}
