import { MAX_RELAYS, type Relay } from "@neonrelay/contract/callers";
import { useState } from "react";
import { fieldProblem } from "../../../api/call-api.ts";
import { forgetFailure } from "../../../api/use-command.ts";
import { FieldFrame } from "../../../ui/field-frame.tsx";
import { FormSection } from "../../../ui/form-fields.tsx";
import { useChangeStationSettings } from "../settings-data.ts";

/** Icecast servers elsewhere that the web player may use, besides the station and its edges. */
export function RelaysForm({ relays }: { readonly relays: readonly Relay[] }) {
  const save = useChangeStationSettings("Icecast Relays Saved");
  const stored = relayLines(relays);
  /** undefined: as stored. */
  const [text, setText] = useState<string>();
  const written = text ?? stored;
  const wanted = relaysIn(written);
  return (
    <FormSection
      title="Icecast relays"
      text="The web player also listens at these Icecast servers. It goes elsewhere when one fails."
    >
      <FieldFrame
        label="Relay addresses"
        problem={fieldProblem(save.error, "relays")}
        hint={`One per line, at most ${MAX_RELAYS}: the address of the MP3 mount and a weight from 0 to 100. The station has 10; 0 is for when all others fail.`}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            className="field font-mono text-[13px]"
            rows={3}
            value={written}
            placeholder="https://relay.example/stream.mp3 10"
            onChange={(event) => {
              forgetFailure(save);
              setText(event.target.value);
            }}
          />
        )}
      </FieldFrame>
      <div>
        <button
          type="button"
          className="button button-primary"
          disabled={relayLines(wanted) === stored || save.isPending}
          onClick={() =>
            save.mutate(
              { relays: wanted },
              // Text typed in the meantime is not saved yet.
              { onSuccess: () => setText((now) => (now === text ? undefined : now)) },
            )
          }
        >
          {save.isPending ? "Saving…" : "Save Icecast Relays"}
        </button>
      </div>
    </FormSection>
  );
}

/** The station's own weight, and the default for relays. */
const USUAL_WEIGHT = 10;

/** Writes relays as text: one per line, the weight after the address. */
export function relayLines(relays: readonly Relay[]): string {
  return relays.map(({ url, weight }) => `${url} ${weight}`).join("\n");
}

/** Parses relays as written; the station reports what is wrong with them. An invalid weight becomes NaN. */
export function relaysIn(text: string): Relay[] {
  return text.split("\n").flatMap((line) => {
    const [url = "", ...weight] = line.trim().split(/\s+/u);
    if (url === "") return [];
    return [{ url, weight: weight.length === 0 ? USUAL_WEIGHT : Number(weight.join(" ")) }];
  });
}
