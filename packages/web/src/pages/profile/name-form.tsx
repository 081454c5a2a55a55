import type { SyntheticEvent } from "react";
import { useState } from "react";
import { FormSection, TextField } from "../../ui/form-fields.tsx";
import { useChangeOwnName } from "./profile-data.ts";

/** The display name of the account. @param name null: none */
export function NameForm({ name }: { readonly name: string | null }) {
  const change = useChangeOwnName();
  const [typed, setTyped] = useState(name ?? "");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate(typed.trim());
  };
  return (
    <FormSection
      title="Name"
      text="How this site greets you, and your name on air as a DJ. Chat and requests show your username. Leave it empty for none."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          label="Display name"
          name="name"
          autoComplete="name"
          maxLength={100}
          value={typed}
          onChange={setTyped}
        />
        <button
          type="submit"
          className="button button-primary self-start"
          disabled={change.isPending || typed.trim() === (name ?? "")}
        >
          Save Name
        </button>
      </form>
    </FormSection>
  );
}
