import { CircleCheck, CircleX, FileMusic, Pause, Play, X } from "lucide-react";
import type { FileAction, FileLine as Line } from "./file-lines.ts";

/** A file with its state in words, and what can be done with it. */
export function FileLine({
  line: { name, mood, words, size, sentPart, actions },
  isBusy,
  onAction,
}: {
  readonly line: Line;
  /** An earlier action is under way at the station. */
  readonly isBusy: boolean;
  readonly onAction: (action: FileAction) => void;
}) {
  return (
    <li className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-2">
      <MoodIcon mood={mood} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-3">
          <p className="min-w-0 flex-1 truncate font-medium" title={name}>
            <bdi>{name}</bdi>
          </p>
          {size !== undefined && (
            <span className="shrink-0 font-mono text-[13px] text-muted tabular-nums">{size}</span>
          )}
        </div>
        {sentPart !== undefined && (
          <progress
            aria-label={`Upload of ${name}`}
            className="progress mt-1"
            max={100}
            value={Math.round(sentPart * 100)}
          />
        )}
        <p
          className={`mt-1 text-[13px] break-words ${mood === "refused" ? "text-danger" : "text-muted"}`}
        >
          {words}
        </p>
      </div>
      {actions.length > 0 && (
        <div className="flex gap-2 max-sm:w-full max-sm:pl-8">
          {actions.map((action) => (
            <ActionButton
              // One button, so that the focus stays.
              key={action.kind === "resume" ? "pause" : action.kind}
              action={action}
              name={name}
              isBusy={isBusy}
              onPress={() => onAction(action)}
            />
          ))}
        </div>
      )}
    </li>
  );
}

const icon = { size: 18, "aria-hidden": true } as const;
/** An icon, or only words. */
const buttons = {
  pause: { word: "Pause", icon: <Pause {...icon} /> },
  resume: { word: "Resume", icon: <Play {...icon} /> },
  cancel: { word: "Cancel", icon: <X {...icon} /> },
  retry: { word: "Retry", icon: null },
  dismiss: { word: "Dismiss", icon: null },
  edit: { word: "Edit", icon: null },
  report: { word: "Report", icon: null },
} as const satisfies Readonly<Record<FileAction["kind"], unknown>>;

function ActionButton({
  action,
  name,
  isBusy,
  onPress,
}: {
  readonly action: FileAction;
  readonly name: string;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}) {
  const { word, icon: shown } = buttons[action.kind];
  const label = `${word} ${name}`;
  return (
    <button
      type="button"
      className={shown === null ? "button button-small" : "icon-button"}
      aria-label={label}
      title={shown === null ? undefined : label}
      disabled={isBusy && "where" in action && action.where === "station"}
      onClick={onPress}
    >
      {shown ?? word}
    </button>
  );
}

function MoodIcon({ mood }: Pick<Line, "mood">) {
  if (mood === "done")
    return <CircleCheck size={20} aria-hidden="true" className="mt-px shrink-0 text-accent-text" />;
  if (mood === "refused")
    return <CircleX size={20} aria-hidden="true" className="mt-px shrink-0 text-danger" />;
  return <FileMusic size={20} aria-hidden="true" className="mt-px shrink-0 text-primary-text" />;
}
