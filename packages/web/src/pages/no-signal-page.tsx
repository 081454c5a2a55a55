import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { usePageTitle } from "./page-title.ts";
import { retryFailed } from "../api/query-client.ts";
import { useBranding } from "../features/branding/branding-data.ts";
import { ConnectionWords } from "../socket/connection-banner.tsx";
import { useSocket } from "../socket/socket-context.ts";

/** Replaces every page until the station first answers. The app itself comes from the device. */
export function NoSignalPage() {
  usePageTitle("No Signal");
  const { siteName } = useBranding();
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const queryClient = useQueryClient();
  const socket = useSocket();
  return (
    <div className="flex min-h-full flex-col items-center justify-center gap-3 p-6 text-center">
      <LostMark />
      <h1 className="text-[30px] leading-9 font-bold">No signal</h1>
      <output className="block max-w-[44ch] text-muted">
        {isOnline
          ? `${siteName} does not answer. It may be restarting, or this network can't reach it.`
          : `This device is offline, so ${siteName} is out of reach.`}
      </output>
      <p className="max-w-[44ch] text-[13px] text-faint">
        This page comes from your device. It reconnects as soon as the station answers.
      </p>
      <button
        type="button"
        className="button button-primary mt-4"
        onClick={() => {
          socket.reconnect();
          retryFailed(queryClient);
        }}
      >
        Try again
      </button>
      <p className="mt-2 text-[12px] text-faint">
        <ConnectionWords />
      </p>
    </div>
  );
}

/** The station's logo, sending into the void. */
function LostMark() {
  return (
    <svg viewBox="0 0 96 64" aria-hidden="true" className="w-56 sm:w-72" fill="none">
      <g strokeLinecap="round" strokeWidth="3.2" className="stroke-control">
        <path d="M39 41.5a12.5 12.5 0 0 1 0-19M57 22.5a12.5 12.5 0 0 1 0 19" />
        <path d="M30.5 51a26 26 0 0 1 0-38M65.5 13a26 26 0 0 1 0 38" strokeDasharray="2 7" />
      </g>
      <circle cx="48" cy="32" r="5" className="fill-faint" />
      <path
        d="M22 60 74 4"
        strokeWidth="3.2"
        strokeLinecap="round"
        className="stroke-secondary-edge"
      />
    </svg>
  );
}

function followNetwork(changed: () => void): () => void {
  const ended = new AbortController();
  for (const event of ["online", "offline"])
    window.addEventListener(event, changed, { signal: ended.signal });
  return () => ended.abort();
}
