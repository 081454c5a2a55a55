import { playlistOrders } from "@neonrelay/contract/callers";
import { FormSection, NumberField, SelectField, SwitchField } from "../../../ui/form-fields.tsx";
import { RadioField } from "../../../ui/radio-field.tsx";
import type { PlaylistDraft } from "./playlist-draft.ts";
import { orderNames, turnChoices, turnNumber, turnOf } from "./turn-rules.ts";

const choices = turnChoices.map(({ kind, ...words }) => ({ value: kind, ...words }));
const orders = playlistOrders.map((value) => ({ value, name: orderNames[value] }));

/** When a playlist plays, and in which order. */
export function TurnFields({
  draft: { turn, order, isSeparated },
  onChange,
}: {
  readonly draft: PlaylistDraft;
  readonly onChange: (change: Partial<PlaylistDraft>) => void;
}) {
  const chosen = turnChoices.find(({ kind }) => kind === turn.kind);
  const number = turnNumber(turn);
  return (
    <FormSection title="Turn">
      <RadioField
        label="When does it play?"
        value={turn.kind}
        choices={choices}
        onChange={(kind) => onChange({ turn: turnOf(kind) })}
      >
        {number !== null && chosen !== undefined && chosen.number !== null && (
          <div className="mt-2 max-w-48">
            <NumberField
              {...chosen.number}
              value={number}
              onChange={(value) => onChange({ turn: turnOf(turn.kind, value) })}
            />
          </div>
        )}
      </RadioField>
      <SelectField
        label="Order"
        value={order}
        choices={orders}
        onChange={(value) => onChange({ order: value })}
      />
      <SwitchField
        label="Avoids repeats"
        text="Keeps some time between the same artist, title or album. Switch it off for jingles."
        isOn={isSeparated}
        onChange={(isOn) => onChange({ isSeparated: isOn })}
      />
    </FormSection>
  );
}
