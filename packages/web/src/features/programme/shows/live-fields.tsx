import type { LiveContent } from "@neonrelay/contract/callers";
import { NumberField, SelectField } from "../../../ui/form-fields.tsx";

/** When the hosts of a live show can connect, how long the station waits for them, and how long they may overrun. */
export function LiveFields({
  content,
  onChange,
}: {
  readonly content: LiveContent;
  readonly onChange: (content: LiveContent) => void;
}) {
  return (
    <div className="mt-4 flex flex-col gap-4">
      <NumberField
        label="Hosts can connect, minutes before"
        value={content.opensMinutesBefore}
        min={0}
        max={60}
        hint="They wait, and are heard from the beginning of the show."
        onChange={(opensMinutesBefore) => onChange({ ...content, opensMinutesBefore })}
      />
      <NumberField
        label="Wait for a late host, minutes"
        value={content.graceMinutes}
        min={0}
        max={60}
        hint="Then operators are notified that no host has come. A host who comes later still goes on air."
        onChange={(graceMinutes) => onChange({ ...content, graceMinutes })}
      />
      <NumberField
        label="May run over, minutes"
        value={content.overrunMinutes}
        min={0}
        max={60}
        hint="Then the host fades out, sooner if the next show's host is there."
        onChange={(overrunMinutes) => onChange({ ...content, overrunMinutes })}
      />
      <SelectField
        label="Who can connect during the show"
        value={content.admits}
        choices={[
          { value: "hosts", name: "Its hosts only" },
          { value: "everyone", name: "Every DJ; hosts go first" },
        ]}
        onChange={(admits) => onChange({ ...content, admits })}
      />
    </div>
  );
}
