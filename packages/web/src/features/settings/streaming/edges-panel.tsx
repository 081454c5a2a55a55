import type { Edge } from "@neonrelay/contract/callers";
import { countOf } from "../../../ui/count-of.ts";
import { FormSection } from "../../../ui/form-fields.tsx";
import { formatDayAndTime } from "../../../ui/format-time.ts";
import { useEdges } from "./outputs-data.ts";

const words = { carrying: "On air", loop: "Emergency loop", away: "Away" } as const;

const tones = {
  carrying: "border-accent-edge text-accent-text",
  loop: "border-danger text-danger",
  away: "text-muted",
} as const;

/** The station's edges; nothing if it has none, as most do. */
export function EdgesPanel() {
  const edges = useEdges();
  if (edges.data === undefined || edges.data.length === 0) return null;
  return (
    <FormSection title="Edges" text="These carry the stream on other machines.">
      <ul className="flex flex-col gap-2">
        {edges.data.map((edge) => (
          <EdgeRow key={edge.id} edge={edge} />
        ))}
      </ul>
    </FormSection>
  );
}

function EdgeRow({ edge }: { readonly edge: Edge }) {
  const { name, publicUrl, state } = edge;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-m border border-line bg-s2 p-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-[13px] break-all text-muted">
          {publicUrl ?? "Players are not sent here"}
        </p>
        <p className="text-[13px] text-muted">{factsOf(edge)}</p>
      </div>
      <span className={`badge ${tones[state]}`}>{words[state]}</span>
    </li>
  );
}

/** The listeners of an edge that is away are unknown, and its time is that of its last report. */
function factsOf({ state, listeners, lagMs, since, listenerHours }: Edge): string {
  const time = formatDayAndTime(Date.parse(since));
  const hours = countOf(Math.round(listenerHours), "listener hour");
  if (state === "away") return [`Last report ${time}`, hours].join(" · ");
  const lag = lagMs === null ? [] : [`${(lagMs / 1000).toFixed(1)} s behind`];
  return [`${listeners} listening`, ...lag, `since ${time}`, hours].join(" · ");
}
