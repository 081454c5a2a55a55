import { useId } from "react";
import type { HTMLInputTypeAttribute, ReactNode } from "react";
import type { documentation } from "./documentation.ts";
import { FieldFrame } from "./field-frame.tsx";
import { LearnMore } from "./learn-more.tsx";
import { ValueSlider } from "./value-slider.tsx";

/** One line of text with its label, and a problem or a hint. */
export function TextField(field: {
  readonly label: string;
  /** Name in the form. */
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: HTMLInputTypeAttribute;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly autoComplete?: string;
  readonly disabled?: boolean;
  readonly hint?: string;
  readonly problem?: string | undefined;
}) {
  const { label, onChange, hint, problem, autoComplete = "off", ...input } = field;
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {(attributes) => (
        <input
          {...input}
          {...attributes}
          className="field"
          autoComplete={autoComplete}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

/** A whole number; other input is not passed on. */
export function NumberField({
  label,
  value,
  min,
  max,
  step = 1,
  hint,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly hint?: string;
  readonly onChange: (value: number) => void;
}) {
  return (
    <FieldFrame label={label} hint={hint}>
      {(attributes) => (
        <input
          {...attributes}
          className="field tabular-nums"
          type="number"
          inputMode="numeric"
          value={value}
          min={min}
          max={max}
          step={step}
          onChange={(event) => {
            if (Number.isInteger(event.target.valueAsNumber)) onChange(event.target.valueAsNumber);
          }}
        />
      )}
    </FieldFrame>
  );
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly name: string;
  /** Shown, but disabled for this visitor. */
  readonly isClosed?: boolean;
}

/** A choice of one of a few values. */
export function SelectField<Value extends string>({
  label,
  value,
  choices,
  hint,
  disabled = false,
  onReached,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly hint?: string;
  readonly disabled?: boolean;
  /** When the pointer or the focus reaches it, before it opens. */
  readonly onReached?: () => void;
  readonly onChange: (value: Value) => void;
}) {
  return (
    <FieldFrame label={label} hint={hint}>
      {(attributes) => (
        <select
          {...attributes}
          className="field"
          value={value}
          disabled={disabled}
          onPointerEnter={onReached}
          onPointerDown={onReached}
          onFocus={onReached}
          onChange={(event) => {
            const chosen = choices.find((choice) => choice.value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.isClosed}>
              {choice.name}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

/** A switch with a sentence about what it does. */
export function SwitchField({
  label,
  text,
  isOn,
  disabled = false,
  onChange,
}: {
  readonly label: string;
  readonly text?: string;
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center gap-4">
      <div className="min-w-0 flex-1">
        <label htmlFor={id}>{label}</label>
        {text !== undefined && (
          <p id={`${id}-note`} className="text-[13px] leading-5 text-muted">
            {text}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={disabled}
        aria-describedby={text === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}

/** A slider with its label and value above it. */
export function SliderField({
  label,
  shown,
  ...slider
}: {
  readonly label: string;
  readonly shown: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex justify-between gap-3 text-[13px] text-muted">
        <span>{label}</span>
        <span className="font-mono text-text tabular-nums">{shown}</span>
      </div>
      <ValueSlider label={label} valueText={shown} {...slider} />
    </div>
  );
}

/** A part of a form with its own heading. */
export function FormSection({
  title,
  text,
  page,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  /** Its page of the documentation. */
  readonly page?: keyof typeof documentation;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel p-4 lg:p-5">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 id={id} className="text-[17px] leading-6 font-semibold">
          {title}
        </h3>
        {page !== undefined && <LearnMore about={title} page={page} />}
      </div>
      {text !== undefined && <p className="text-[13px] leading-5 text-muted">{text}</p>}
      <div className="mt-4 flex flex-col gap-4">{children}</div>
    </section>
  );
}

/** The button that saves a form's edits. While there are any, it stays in view at the bottom of the page. */
export function SaveBar({
  label,
  busyLabel = "Saving…",
  isChanged,
  isPending,
  isDisabled = false,
  onSave,
  children,
}: {
  readonly label: string;
  readonly busyLabel?: string;
  readonly isChanged: boolean;
  readonly isPending: boolean;
  /** The edits can't be saved as they are. */
  readonly isDisabled?: boolean;
  readonly onSave: () => void;
  /** Other buttons of the form. */
  readonly children?: ReactNode;
}) {
  return (
    <div className={isChanged ? "save-bar save-bar-open" : "save-bar"}>
      <button
        type="button"
        className="button button-primary"
        disabled={!isChanged || isPending || isDisabled}
        onClick={onSave}
      >
        {isPending ? busyLabel : label}
      </button>
      {children}
      {isChanged && <span className="text-[13px] text-muted">Not saved yet</span>}
    </div>
  );
}
