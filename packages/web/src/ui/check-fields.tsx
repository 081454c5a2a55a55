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
            className="size-5 accent-primary"
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
