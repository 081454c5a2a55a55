import { contentKinds } from "@neonrelay/contract/callers";
import type { ContentKind } from "@neonrelay/contract/callers";
import { useId } from "react";
import { fieldProblem } from "../../../api/call-api.ts";
import { CheckFields } from "../../../ui/choice-fields.tsx";
import { FormSection, TextField } from "../../../ui/form-fields.tsx";
import { useDelayed } from "../../../ui/use-delayed.ts";
import { useTriedRule } from "./playlists-data.ts";
import { ruleOf } from "./rule-draft.ts";
import type { RuleDraft, RuleList, RuleNumber } from "./rule-draft.ts";
import { TracksFound } from "./tracks-found.tsx";

const TRY_AFTER_MS = 300;

const kindNames: Readonly<Record<ContentKind, string>> = {
  music: "Music",
  jingle: "Jingles",
  spot: "Spots",
  speech: "Speech",
};
const lists: readonly (readonly [RuleList, string])[] = [
  ["genres", "Genre contains"],
  ["artists", "Artist is"],
  ["words", "Title, artist, album or genre contains"],
];
const numbers: readonly (readonly [RuleNumber, string])[] = [
  ["yearFrom", "Year from"],
  ["yearTo", "Year to"],
  ["shortestSeconds", "Shortest, in seconds"],
  ["longestSeconds", "Longest, in seconds"],
  ["quietestLufs", "Quietest, in LUFS"],
  ["loudestLufs", "Loudest, in LUFS"],
  ["addedWithinDays", "Added in the last days"],
  ["notPlayedForDays", "Not played for days"],
  ["favouritesAtLeast", "Favourite of at least"],
];

/** The rule of a smart playlist, and the tracks that match it now. */
export function RuleFields({
  rule,
  onChange,
}: {
  readonly rule: RuleDraft;
  readonly onChange: (rule: RuleDraft) => void;
}) {
  const tried = useTriedRule(useDelayed(ruleOf(rule), TRY_AFTER_MS));
  return (
    <div className="flex min-w-0 flex-col gap-3 lg:gap-4">
      <RuleForm rule={rule} error={tried.error} onChange={onChange} />
      <TracksFound query={tried} />
    </div>
  );
}

/**
 * The fields of a rule.
 * @param error the station's response when the rule was tried
 */
export function RuleForm({
  rule,
  error,
  onChange,
}: {
  readonly rule: RuleDraft;
  readonly error: unknown;
  readonly onChange: (rule: RuleDraft) => void;
}) {
  return (
    <FormSection title="Rule" text="A track belongs to it when it meets every condition below.">
      <CheckFields
        legend="Kinds"
        values={contentKinds}
        chosen={rule.kinds}
        nameOf={kindName}
        problem={fieldProblem(error, "kinds")}
        onChange={(kinds) => onChange({ ...rule, kinds })}
      />
      {lists.map(([name, label]) => (
        <LinesField
          key={name}
          label={label}
          value={rule[name]}
          problem={fieldProblem(error, name)}
          onChange={(text) => onChange({ ...rule, [name]: text })}
        />
      ))}
      <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-start gap-3">
        {numbers.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            type="number"
            placeholder="Any"
            value={rule[name]}
            problem={fieldProblem(error, name)}
            onChange={(text) => onChange({ ...rule, [name]: text })}
          />
        ))}
      </div>
    </FormSection>
  );
}

function kindName(kind: ContentKind): string {
  return kindNames[kind];
}

/** Several entries, one per line: some artists have commas in their names. */
function LinesField({
  label,
  value,
  problem,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-[13px] text-muted">
        {label}
      </label>
      <textarea
        id={id}
        rows={2}
        className="field min-h-[68px]"
        placeholder="Any (one per line)"
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem !== undefined && (
        <p id={`${id}-note`} className="text-[13px] leading-5 text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
