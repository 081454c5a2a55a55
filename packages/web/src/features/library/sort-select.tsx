import { ArrowUpDown } from "lucide-react";

/** A list of sort orders; only its icon where the header is short of space. */
export function SortSelect({
  value,
  choices,
  disabled = false,
  onChange,
}: {
  readonly value: string;
  readonly choices: readonly (readonly [value: string, words: string])[];
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}) {
  return (
    <div className="relative shrink-0">
      <ArrowUpDown
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute top-[13px] left-[13px] hidden max-sm:block lg:max-xl:block"
      />
      <select
        aria-label="Sort order"
        className="field w-auto max-sm:w-11 max-sm:appearance-none max-sm:px-0 max-sm:text-transparent lg:max-xl:w-11 lg:max-xl:appearance-none lg:max-xl:px-0 lg:max-xl:text-transparent"
        disabled={disabled}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {choices.map(([name, words]) => (
          <option key={name} value={name} className="bg-s2 text-text">
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
