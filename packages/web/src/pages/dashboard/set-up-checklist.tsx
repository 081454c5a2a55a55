import { type SetUp, systemCalls } from "@neonrelay/contract/callers";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Circle, CircleCheck } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "wouter";
import { callApi } from "../../api/call-api.ts";
import { useRight } from "../../features/accounts/session-data.ts";
import { useDeleteTracks } from "../../features/library/care/deletion-data.ts";
import { useDismissSetUp, useSetUp } from "../../features/programme/set-up-data.ts";
import { usePublicChecks } from "../../features/settings/security/going-public-data.ts";
import {
  useChangeStationSettings,
  useStationSettings,
} from "../../features/settings/settings-data.ts";
import { useFocusAfter } from "../../ui/move-focus.ts";
import { setUpPoints, type SetUpPoint } from "./set-up-points.ts";

/** What is left to do on a new station, until all of it is done or an operator dismisses it. */
export function SetUpChecklist() {
  const setUp = useSetUp().data;
  return setUp === undefined || setUp.isDismissed ? null : <OpenChecklist setUp={setUp} />;
}

function OpenChecklist({ setUp }: { readonly setUp: SetUp }) {
  const settings = useStationSettings().data;
  const status = useStatusOnce();
  const checks = usePublicChecks({ settings, status: status.data });
  const mayDelete = useRight("library_edit");
  const mayBackUp = useRight("backup");
  if (settings === undefined || checks === undefined || status.isPending) return null;
  const points = setUpPoints({
    setUp,
    settings,
    openChecks: checks.filter(({ isSafe }) => !isSafe).length,
    mayDelete,
    mayBackUp,
    browserZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const done = points.filter(({ isDone }) => isDone).length;
  if (done === points.length) return null;
  return (
    <section
      aria-labelledby="set-up"
      className="panel shrink-0 px-4 py-2 in-data-[cramped=true]:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 id="set-up" className="font-semibold">
          Set up your station
        </h2>
        <p className="flex-1 text-[13px] text-muted tabular-nums">
          {done} of {points.length} done
        </p>
        <DismissButton />
      </div>
      <ul className="grid gap-x-6 md:grid-cols-2">
        {points.map((point) => (
          <PointRow key={point.name} point={point} />
        ))}
      </ul>
    </section>
  );
}

function PointRow({ point }: { readonly point: SetUpPoint }) {
  const { name, isDone } = point;
  const done = useRef<HTMLParagraphElement>(null);
  const [isFixed, setIsFixed] = useState(false);
  useFocusAfter(done, isFixed && isDone);
  return (
    <li className="flex min-h-11 items-center gap-x-3 border-t border-line">
      {isDone ? (
        <CircleCheck size={20} className="shrink-0 text-accent-text" aria-label="Done" />
      ) : (
        <Circle size={20} className="shrink-0 text-muted" aria-label="Open" />
      )}
      {isDone ? (
        <p ref={done} tabIndex={-1} className="text-muted">
          {name}
        </p>
      ) : (
        <OpenPoint point={point} onFixed={() => setIsFixed(true)} />
      )}
    </li>
  );
}

function OpenPoint({
  point: { name, text, href, fix },
  onFixed,
}: {
  readonly point: SetUpPoint;
  readonly onFixed: () => void;
}) {
  const change = useChangeStationSettings("Station Settings Updated");
  const remove = useDeleteTracks();
  const act = () => {
    if (fix === undefined) return;
    if ("change" in fix) change.mutate(fix.change, { onSuccess: onFixed });
    else
      remove.mutate(
        { trackIds: fix.trashes, files: "trash", includesUsed: true },
        { onSuccess: onFixed },
      );
  };
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
      <Link
        href={href}
        className="flex min-h-11 min-w-0 flex-1 basis-44 items-center gap-2 py-1 leading-5 hover:underline"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{name} </span>
          <span className="block text-[13px] break-words text-muted">{text}</span>
        </span>
        <ChevronRight size={16} className="shrink-0 text-muted" aria-hidden="true" />
      </Link>
      {fix !== undefined && (
        <button
          type="button"
          className="button button-small"
          disabled={change.isPending || remove.isPending}
          onClick={act}
        >
          {fix.name}
        </button>
      )}
    </div>
  );
}

function DismissButton() {
  const dismiss = useDismissSetUp();
  return (
    <button
      type="button"
      className="text-button -mr-2"
      disabled={dismiss.isPending}
      onClick={() => dismiss.mutate()}
    >
      Dismiss
    </button>
  );
}

/** Measured for each call, so not polled here. */
function useStatusOnce() {
  return useQuery({
    queryKey: [systemCalls.getSystemStatus.path],
    queryFn: ({ signal }) => callApi(systemCalls.getSystemStatus, {}, signal),
  });
}
