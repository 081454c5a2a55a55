import { radioCalls, brandingCalls } from "@neonrelay/contract/callers";
import type { Branding, NowPlaying, RadioState, StreamInfo } from "@neonrelay/contract/callers";
import type { QueryClient } from "@tanstack/react-query";
import { brandingQuery } from "../features/branding/branding-data.ts";
import { nowPlayingQuery, radioStateQuery, streamInfoQuery } from "../features/radio/radio-data.ts";

/** Receives every new value, from the socket or from a call. */
interface StationFollowers {
  readonly recordStream: (streamInfo: StreamInfo) => void;
  readonly recordNowPlaying: (nowPlaying: NowPlaying) => void;
  readonly recordRadioState: (radioState: RadioState) => void;
  readonly recordBranding: (branding: Branding) => void;
}

/**
 * Passes on each value that arrives by socket or by call. The cache also emits events when a fetch begins or fails: its
 * old value must not count as new, since the programme's clock counts from its arrival.
 * @returns an unsubscribe function
 */
export function feedFromQueries(queryClient: QueryClient, followers: StationFollowers): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    switch (event.query.queryKey[0]) {
      case radioCalls.getStreamInfo.path: {
        const streamInfo = queryClient.getQueryData(streamInfoQuery.queryKey);
        if (streamInfo !== undefined) followers.recordStream(streamInfo);
        return;
      }
      case radioCalls.getNowPlaying.path: {
        const nowPlaying = queryClient.getQueryData(nowPlayingQuery.queryKey);
        if (nowPlaying !== undefined) followers.recordNowPlaying(nowPlaying);
        return;
      }
      case radioCalls.getRadioState.path: {
        const radioState = queryClient.getQueryData(radioStateQuery.queryKey);
        if (radioState !== undefined) followers.recordRadioState(radioState);
        return;
      }
      case brandingCalls.getBranding.path: {
        const branding = queryClient.getQueryData(brandingQuery.queryKey);
        if (branding !== undefined) followers.recordBranding(branding);
        return;
      }
      default:
    }
  });
}
