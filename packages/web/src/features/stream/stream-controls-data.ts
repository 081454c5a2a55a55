import { playbackCalls, radioCalls } from "@neonrelay/contract/callers";
import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi, failureText, refusalText } from "../../api/call-api.ts";
import { useToasts } from "../../ui/toast-store.ts";
import { nowPlayingQuery, RADIO_STATE_CHANGE, radioStateQuery } from "../radio/index.ts";

const FADE_TOAST_MS = 2000;
const TOAST_MS = 5000;

/** Duration of each fade. */
export const fades = {
  "fade-in": {
    title: "Fade In",
    busy: "Fading In...",
    failure: "Failed to fade in",
    durationMs: 3000,
  },
  "fade-out": {
    title: "Fade Out",
    busy: "Fading Out...",
    failure: "Failed to fade out",
    durationMs: 3000,
  },
  crossfade: {
    title: "Crossfade",
    busy: "Crossfading...",
    failure: "Failed to crossfade",
    durationMs: 4000,
  },
} as const;
export type FadeName = keyof typeof fades;

/** Pending from the press until the fade has ended at the encoder. */
export function useFade(name: FadeName) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { title, failure, durationMs } = fades[name];
  return useMutation({
    mutationFn: async () => {
      const endMs = performance.now() + durationMs;
      // The play on air, not the one heard some seconds later.
      const playId = queryClient.getQueryData(nowPlayingQuery.queryKey)?.now?.id;
      await callFade(name, playId);
      toasts.show({ tone: "success", title, durationMs: FADE_TOAST_MS });
      await new Promise((resolve) => setTimeout(resolve, endMs - performance.now()));
    },
    onSuccess: () =>
      toasts.show({ tone: "success", title: `${title} Complete`, durationMs: FADE_TOAST_MS }),
    onError: (error) =>
      toasts.show({
        tone: "error",
        title: "Error",
        text: failureText(error, failure),
        durationMs: TOAST_MS,
      }),
  });
}

async function callFade(name: FadeName, playId: string | undefined): Promise<void> {
  switch (name) {
    case "fade-in":
      await callApi(radioCalls.fadeIn, {});
      return;
    case "fade-out":
      await callApi(radioCalls.fadeOut, {});
      return;
    case "crossfade":
      await callApi(radioCalls.crossfade, { body: { playId } });
      return;
    default:
      name satisfies never;
  }
}

/** Silences the station at once. */
export function useEmergencyStop() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationKey: RADIO_STATE_CHANGE,
    mutationFn: () => callApi(playbackCalls.emergencyStop, {}),
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey: radioStateQuery.queryKey });
      const before = queryClient.getQueryData(radioStateQuery.queryKey);
      if (before !== undefined)
        queryClient.setQueryData(radioStateQuery.queryKey, {
          ...before,
          isPlaying: false,
          volume: 0,
        });
      return { before };
    },
    onSuccess: (radioState) => {
      queryClient.setQueryData(radioStateQuery.queryKey, radioState);
      toasts.show({
        tone: "success",
        title: "Emergency Stop Activated",
        text: "Stream stopped and volume muted",
        durationMs: TOAST_MS,
      });
    },
    onError: (error, _, memory) => {
      queryClient.setQueryData(radioStateQuery.queryKey, memory?.before);
      toasts.show({
        tone: "error",
        title: "Error",
        text: refusalText(error) ?? "Failed to stop stream",
        durationMs: TOAST_MS,
      });
    },
  });
}

/** While a change of the station's state is pending, the other controls are disabled. */
export function useIsRadioStateChanging(): boolean {
  return useIsMutating({ mutationKey: RADIO_STATE_CHANGE }) > 0;
}
