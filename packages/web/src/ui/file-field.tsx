import { useId } from "react";

/** Chooses one file, and says what is wrong with it. */
export function FileField({
  label,
  accept,
  problem,
  onChoose,
}: {
  readonly label: string;
  readonly accept: string;
  readonly problem: string | undefined;
  readonly onChoose: (file: File | undefined) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-[13px] text-muted">
        {label}
      </label>
      <input
        id={id}
        className="field py-2"
        type="file"
        accept={accept}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChoose(event.target.files?.[0])}
      />
      <p id={`${id}-note`} role="alert" className="text-[13px] break-words text-danger">
        {problem}
      </p>
    </div>
  );
}
