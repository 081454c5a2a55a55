import {
  contentKinds,
  type KindRule,
  kindRuleSubjects,
  MAX_KIND_RULES,
  type StationSettings,
} from "@neonrelay/contract/callers";
import { ArrowUp, ListPlus, Trash2 } from "lucide-react";
import { fieldProblem } from "../../../api/call-api.ts";
import { forgetFailure } from "../../../api/use-command.ts";
import { FormSection, SaveBar, SelectField, TextField } from "../../../ui/form-fields.tsx";
import { useDraft } from "../../../ui/use-draft.ts";
import { kindNames } from "../../radio/index.ts";
import { useChangeStationSettings } from "../settings-data.ts";

const subjectNames: Readonly<Record<KindRule["by"], string>> = {
  folder: "Folder",
  genre: "Genre",
  tag: "Tag NEONRELAY_KIND",
};
const subjects = kindRuleSubjects.map((value) => ({ value, name: subjectNames[value] }));
const kinds = contentKinds.map((value) => ({ value, name: kindNames[value] }));

/** Rules that decide which files are jingles, spots or speech. */
export function KindRulesForm({ stored }: { readonly stored: StationSettings }) {
  const { draft, edits, edit, isChanged, clear } = useDraft(stored);
  const save = useChangeStationSettings("Kind Rules Updated");
  const change = (kindRules: KindRule[]) => {
    forgetFailure(save);
    edit({ kindRules });
  };
  const rules = draft.kindRules;
  return (
    <FormSection
      title="Kinds of Tracks"
      text="The first rule that matches a file sets its kind; without a match it is music. A folder may be a name such as Jingles or part of a path. A kind that you set in the library takes precedence."
    >
      <ol className="flex flex-col gap-3">
        {rules.map((rule, index) => (
          // A rule has no id, only its position in the list.
          <li key={index}>
            <RuleRow
              rule={rule}
              number={index + 1}
              problem={fieldProblem(save.error, `kindRules.${index}.value`)}
              onChange={(edited) => change(withRule(rules, index, edited))}
              onUp={index === 0 ? undefined : () => change(withRuleUp(rules, index))}
              onRemove={() => change(withoutRule(rules, index))}
            />
          </li>
        ))}
      </ol>
      <div>
        <button
          type="button"
          className="button"
          disabled={rules.length >= MAX_KIND_RULES}
          onClick={() => change([...rules, { by: "folder", value: "", kind: "jingle" }])}
        >
          <ListPlus size={16} aria-hidden="true" />
          Add Rule
        </button>
      </div>
      <SaveBar
        label="Save Kind Rules"
        isChanged={isChanged}
        isPending={save.isPending}
        onSave={() => save.mutate(edits, { onSuccess: clear })}
      />
    </FormSection>
  );
}

function RuleRow({
  rule,
  number,
  problem,
  onChange,
  onUp,
  onRemove,
}: {
  readonly rule: KindRule;
  readonly number: number;
  readonly problem: string | undefined;
  readonly onChange: (rule: KindRule) => void;
  readonly onUp: (() => void) | undefined;
  readonly onRemove: () => void;
}) {
  return (
    <fieldset className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]">
      <legend className="sr-only">Rule {number}</legend>
      <SelectField
        label="Match"
        value={rule.by}
        choices={subjects}
        onChange={(by) => onChange({ ...rule, by })}
      />
      <TextField
        label="Is"
        value={rule.value}
        maxLength={200}
        problem={problem}
        onChange={(value) => onChange({ ...rule, value })}
      />
      <SelectField
        label="Kind"
        value={rule.kind}
        choices={kinds}
        onChange={(kind) => onChange({ ...rule, kind })}
      />
      <div className="flex">
        <button
          type="button"
          className="icon-button"
          aria-label={`Move rule ${number} up`}
          disabled={onUp === undefined}
          onClick={onUp}
        >
          <ArrowUp size={18} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={`Remove rule ${number}`}
          onClick={onRemove}
        >
          <Trash2 size={18} aria-hidden="true" />
        </button>
      </div>
    </fieldset>
  );
}

type Rules = readonly KindRule[];

export function withRule(rules: Rules, index: number, rule: KindRule): KindRule[] {
  return rules.map((other, at) => (at === index ? rule : other));
}

export function withoutRule(rules: Rules, index: number): KindRule[] {
  return rules.filter((_, at) => at !== index);
}

/** Moves a rule up, so that it is tried earlier. */
export function withRuleUp(rules: Rules, index: number): KindRule[] {
  const moved = rules.slice(index, index + 1);
  return index === 0 ? [...rules] : withoutRule(rules, index).toSpliced(index - 1, 0, ...moved);
}
