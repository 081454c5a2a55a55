import {
  demoMusicCalls,
  type DemoMusicState,
  libraryCalls,
  tracksCalls,
} from "@neonrelay/contract/callers";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Sparkles, Upload } from "lucide-react";
import { useEffect } from "react";
import { Link } from "wouter";
import { callApi, failureText } from "../../../api/call-api.ts";
import { useToasts } from "../../../ui/toast-store.ts";
import { useRight } from "../../accounts/index.ts";
import { demoQuery, useDemoMusic } from "./demo-data.ts";

/** Ways to add the first music, for users who may upload. */
export function FirstMusic({ className }: { readonly className: string }) {
  if (!useRight("upload")) return null;
  return (
    <div className={`flex flex-wrap gap-2 ${className}`}>
      <Link href="/upload" className="button button-small">
        <Upload size={16} aria-hidden="true" />
        Upload your first track
      </Link>
      <MakeDemo />
    </div>
  );
}

function MakeDemo() {
  const state = useDemoTracks();
  const make = useMakeDemo();
  const isMaking = make.isPending || (state?.making ?? null) !== null;
  return (
    <>
      <button
        type="button"
        className="button button-small tabular-nums"
        disabled={isMaking}
        onClick={() => make.mutate()}
      >
        <Sparkles size={16} aria-hidden="true" />
        {demoWords(state)}
      </button>
      {state?.hasFailed === true && !isMaking && (
        <p role="alert" className="w-full text-[13px] text-danger">
          The demo tracks could not be created; the system log says why
        </p>
      )}
    </>
  );
}

const TOAST_MS = 5000;

/** The progress of the demo tracks. Reloads track lists with each new one. */
function useDemoTracks(): DemoMusicState | undefined {
  const queryClient = useQueryClient();
  const data = useDemoMusic({ isWanted: true, isPolled: true });
  const made = data?.making?.made ?? 0;
  useEffect(() => {
    if (made === 0) return;
    for (const path of [tracksCalls.listTracks.path, libraryCalls.getLibraryStats.path])
      queryClient
        .invalidateQueries({ queryKey: [path] })
        .catch((error: unknown) => console.warn("not refetched", path, error));
  }, [made, queryClient]);
  return data;
}

function useMakeDemo() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: () => callApi(demoMusicCalls.makeDemoMusic, {}),
    onSuccess: (state) => queryClient.setQueryData(demoQuery.queryKey, state),
    onError: (error) =>
      toasts.show({
        tone: "error",
        title: "No Demo Tracks Created",
        text: failureText(error, "The station gave no reason"),
        durationMs: TOAST_MS,
      }),
  });
}

/** The label of the button that creates demo tracks. @param state undefined until loaded */
export function demoWords(state: Pick<DemoMusicState, "making"> | undefined): string {
  if (state?.making === null || state?.making === undefined) return "Create demo tracks";
  const { made, of } = state.making;
  return `Making demo tracks: ${made} of ${of}`;
}
