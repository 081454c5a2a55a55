import { loudnessTargets } from "@neonrelay/contract/callers";
import { MAX_TAG_ORIGINALS_MEGABYTES, MAX_UPLOAD_MEGABYTES } from "@neonrelay/contract/callers";
import type { StationSettings } from "@neonrelay/contract/callers";
import { fieldProblem } from "../../../api/call-api.ts";
import { forgetFailure } from "../../../api/use-command.ts";
import {
  FormSection,
  NumberField,
  SaveBar,
  SelectField,
  SliderField,
  SwitchField,
  TextField,
} from "../../../ui/form-fields.tsx";
import { DjAccess, DjSessions } from "../../djs/index.ts";
import { MountsForm } from "../../stream/index.ts";
import { EdgesPanel } from "./edges-panel.tsx";
import { FormatFields } from "./format-fields.tsx";
import { HlsStoragePanel } from "./hls-storage-panel.tsx";
import { OldAddresses } from "./old-addresses.tsx";
import { RelaysForm } from "./relays-form.tsx";
import { OutputsPanel } from "./outputs-panel.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { useChangeStationSettings, useStationSettings } from "../settings-data.ts";
import { PrivateHosts } from "./private-hosts.tsx";
import { useDraft } from "../../../ui/use-draft.ts";

/** Encoding, limits and outputs. */
export function StreamingSection() {
  const settings = useStationSettings();
  return (
    <>
      <Loaded what="streaming settings" query={settings}>
        {(stored) => <StreamingForm stored={stored} />}
      </Loaded>
      <MountsForm />
      <Loaded what="old addresses" query={settings}>
        {({ oldAddresses }) => <OldAddresses addresses={oldAddresses} />}
      </Loaded>
      <HlsStoragePanel />
      <OutputsPanel />
      <EdgesPanel />
      <Loaded what="Icecast relays" query={settings}>
        {({ relays }) => <RelaysForm relays={relays} />}
      </Loaded>
      <DjSessions />
      <DjAccess />
    </>
  );
}

function StreamingForm({ stored }: { readonly stored: StationSettings }) {
  const { draft, edits, edit, isChanged, clear } = useDraft(stored);
  const save = useChangeStationSettings("Settings Updated");
  return (
    <>
      <FormSection title="Streaming Settings">
        <StreamLimits draft={draft} onEdit={edit} />
        <TextField
          label="Address for DJs"
          value={draft.djAddress}
          placeholder="https://radio.example"
          maxLength={300}
          hint="What DJs enter: a name, with a port if it isn't the stream port's, or https:// and a name for the web port. Empty: the name in each browser's address bar, and the stream port."
          problem={fieldProblem(save.error, "djAddress")}
          onChange={(djAddress) => {
            forgetFailure(save);
            edit({ djAddress });
          }}
        />
        <VisitorSwitches draft={draft} onEdit={edit} />
      </FormSection>
      <FormSection title="External streams">
        <PrivateHosts
          hosts={draft.allowedStreamHosts}
          problem={fieldProblem(save.error, "allowedStreamHosts")}
          onChange={(allowedStreamHosts) => {
            forgetFailure(save);
            edit({ allowedStreamHosts });
          }}
        />
      </FormSection>
      <SaveBar
        label="Save Streaming Settings"
        isChanged={isChanged}
        isPending={save.isPending}
        onSave={() => save.mutate(edits, { onSuccess: clear })}
      />
    </>
  );
}

interface PartOfForm {
  readonly draft: StationSettings;
  readonly onEdit: (change: Partial<StationSettings>) => void;
}

function StreamLimits({ draft, onEdit }: PartOfForm) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <SliderField
        label="Bitrate"
        shown={`${draft.bitrate} kbps`}
        value={draft.bitrate}
        min={96}
        max={320}
        step={32}
        onChange={(bitrate) => onEdit({ bitrate })}
      />
      <SliderField
        label="Max Listeners"
        shown={String(draft.maxListeners)}
        value={draft.maxListeners}
        min={10}
        max={5000}
        step={10}
        onChange={(maxListeners) => onEdit({ maxListeners })}
      />
      <SelectField
        label="Loudness target"
        value={String(draft.loudnessTargetLufs)}
        choices={loudnessTargets.map((target) => ({
          value: String(target),
          name: `${target} LUFS`,
        }))}
        hint="Every track is adjusted to this loudness."
        onChange={(value) => {
          const target = loudnessTargets.find((known) => String(known) === value);
          if (target !== undefined) onEdit({ loudnessTargetLufs: target });
        }}
      />
      <NumberField
        label="Longest external stream, in minutes"
        value={draft.streamLimitMinutes}
        min={1}
        max={1440}
        hint="An external stream ends after this time on air."
        onChange={(streamLimitMinutes) => onEdit({ streamLimitMinutes })}
      />
      <NumberField
        label="Shortest track, in seconds"
        value={draft.shortestTrackSeconds}
        min={0}
        max={60}
        hint="Shorter files, such as sound effects, stay out of the library. 0 accepts every file."
        onChange={(shortestTrackSeconds) => onEdit({ shortestTrackSeconds })}
      />
      <NumberField
        label="Largest upload, in MB"
        value={draft.maxUploadMegabytes}
        min={1}
        max={MAX_UPLOAD_MEGABYTES}
        hint="Larger files are refused. A proxy in front of the station may refuse smaller ones that a program sends in one piece."
        onChange={(maxUploadMegabytes) => onEdit({ maxUploadMegabytes })}
      />
      <FormatFields draft={draft} onEdit={onEdit} />
      <NumberField
        label="Days in the trash"
        value={draft.trashDays}
        min={0}
        max={3650}
        hint="Files of deleted tracks are erased after this time. 0 keeps them until you empty the trash."
        onChange={(trashDays) => onEdit({ trashDays })}
      />
      <NumberField
        label="Room for undo in files, in MB"
        value={draft.tagOriginalsMegabytes}
        min={0}
        max={MAX_TAG_ORIGINALS_MEGABYTES}
        hint="What edits change in files is kept up to this size, so that Undo can put it back. The oldest edits go first."
        onChange={(tagOriginalsMegabytes) => onEdit({ tagOriginalsMegabytes })}
      />
    </div>
  );
}

function VisitorSwitches({ draft, onEdit }: PartOfForm) {
  return (
    <div className="flex flex-col gap-3">
      <SwitchField
        label="Comments"
        text="Visitors can leave comments."
        isOn={draft.commentsEnabled}
        onChange={(commentsEnabled) => onEdit({ commentsEnabled })}
      />
      <SwitchField
        label="Public Registration"
        text="Anyone can create a listener account."
        isOn={draft.registrationEnabled}
        onChange={(registrationEnabled) => onEdit({ registrationEnabled })}
      />
      <SwitchField
        label="Maintenance Mode"
        text="Guests and listeners can only listen and read."
        isOn={draft.maintenanceMode}
        onChange={(maintenanceMode) => onEdit({ maintenanceMode })}
      />
    </div>
  );
}
