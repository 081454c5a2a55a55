import { type ReactNode, useId } from "react";

/** A choice of one of a few values, each with a sentence about it. The chosen one may show more fields. */
export function RadioField<Value extends string>({
  label,
  value,
  choices,
  onChange,
  children,
}: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly {
    readonly value: Value;
    readonly name: string;
    readonly text: string;
  }[];
  readonly onChange: (value: Value) => void;
  /** Below the chosen one. */
  readonly children?: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1.5 text-[13px] text-muted">{label}</legend>
      {choices.map((choice) => (
        <div key={choice.value} className="flex gap-3">
          <input
            id={`${id}${choice.value}`}
            type="radio"
            name={id}
            className="mt-3 size-5 shrink-0 accent-primary-edge"
            checked={choice.value === value}
            aria-describedby={`${id}${choice.value}-note`}
            onChange={() => onChange(choice.value)}
          />
          <div className="min-w-0 flex-1 py-1.5">
            <label htmlFor={`${id}${choice.value}`} className="block py-1 leading-5">
              {choice.name}
            </label>
            <p id={`${id}${choice.value}-note`} className="text-[13px] leading-5 text-muted">
              {choice.text}
            </p>
            {choice.value === value && children}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

/** A checkbox for each of a few values. */
export function CheckFields<Value extends string>({
  legend,
  values,
  chosen,
  problem,
  nameOf,
  onChange,
}: {
  readonly legend: string;
  readonly values: readonly Value[];
  readonly chosen: readonly Value[];
  readonly problem: string | undefined;
  readonly nameOf: (value: Value) => string;
  readonly onChange: (chosen: readonly Value[]) => void;
}) {
  return (
    <fieldset className="flex flex-wrap gap-x-4">
      <legend className="text-[13px] text-muted">{legend}</legend>
      {values.map((value) => (
        <label key={value} className="flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            className="size-5 accent-primary-edge"
            checked={chosen.includes(value)}
            onChange={({ target: { checked } }) =>
              onChange(checked ? [...chosen, value] : chosen.filter((other) => other !== value))
            }
          />
          {nameOf(value)}
        </label>
      ))}
      {problem !== undefined && (
        <p role="alert" className="w-full text-[13px] leading-5 text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
