import { useId } from "react";
import type { ReactNode } from "react";

/** Ties a control to its label and its note. */
interface ControlAttributes {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}

/** A label above a control, and a problem or a hint below it. */
export function FieldFrame({
  label,
  hint,
  problem,
  children,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Shown instead of the hint. */
  readonly problem?: string | undefined;
  readonly children: (attributes: ControlAttributes) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const isInvalid = problem !== undefined;
  const note = problem ?? hint;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-[13px] text-muted">
        {label}
      </label>
      {children({
        id,
        "aria-describedby": note === undefined ? undefined : noteId,
        "aria-invalid": isInvalid,
      })}
      {note !== undefined && (
        <p
          id={noteId}
          className={`text-[13px] leading-5 ${isInvalid ? "text-danger" : "text-muted"}`}
        >
          {note}
        </p>
      )}
    </div>
  );
}
