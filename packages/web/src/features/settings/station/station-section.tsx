import type { StationSettings } from "@neonrelay/contract/callers";
import { Database, Headphones, Users } from "lucide-react";
import { useState } from "react";
import { fieldProblem } from "../../../api/call-api.ts";
import { forgetFailure } from "../../../api/use-command.ts";
import { useIsDrawn } from "../../../ui/after-paint.ts";
import {
  FormSection,
  SaveBar,
  SelectField,
  SliderField,
  SwitchField,
  TextField,
} from "../../../ui/form-fields.tsx";
import { UNKNOWN } from "../../../ui/format-time.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { StatCard } from "../../../ui/stat-card.tsx";
import { useDraft } from "../../../ui/use-draft.ts";
import { useRadioState } from "../../radio/index.ts";
import { useChangeStationSettings, useStationSettings } from "../settings-data.ts";
import { useDatabaseStatus } from "../system/system-data.ts";
import { KindRulesForm } from "./kind-rules-form.tsx";

/** Name, start-up and status of the station. */
export function StationSection() {
  const settings = useStationSettings();
  // Below the first screen, so after it.
  const isDrawn = useIsDrawn();
  return (
    <>
      <ServerStatus />
      <Loaded what="station settings" query={settings}>
        {(stored) => (
          <>
            <StationForm stored={stored} />
            {isDrawn && <KindRulesForm stored={stored} />}
          </>
        )}
      </Loaded>
    </>
  );
}

function ServerStatus() {
  const database = useDatabaseStatus().data;
  const radio = useRadioState().data;
  return (
    <dl className="grid grid-cols-2 gap-3 *:first:max-sm:col-span-2 sm:grid-cols-3">
      <StatCard
        look="plain"
        icon={<Database size={22} />}
        name="Database"
        value={database === undefined ? UNKNOWN : database.connected ? "Connected" : "Disconnected"}
      />
      <StatCard
        look="plain"
        icon={<Headphones size={22} />}
        name="Listeners"
        value={String(radio?.listenerCount ?? UNKNOWN)}
      />
      <StatCard
        look="plain"
        icon={<Users size={22} />}
        name="IRC Users"
        value={radio === undefined || !radio.ircConnected ? UNKNOWN : String(radio.ircUserCount)}
        hint={radio?.ircConnected === false ? "Bot disconnected" : radio?.ircChannel}
      />
    </dl>
  );
}

function StationForm({ stored }: { readonly stored: StationSettings }) {
  const { draft, edits, edit, isChanged, clear } = useDraft(stored);
  const save = useChangeStationSettings("Station Settings Updated");
  const problem = (path: string) => fieldProblem(save.error, path);
  const change = (edited: Partial<StationSettings>) => {
    forgetFailure(save);
    edit(edited);
  };
  return (
    <FormSection title="Station Settings" text="What you save takes effect at once.">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label="Station Name"
          value={draft.stationName}
          maxLength={80}
          problem={
            draft.stationName.trim() === "" ? "Enter a station name" : problem("stationName")
          }
          onChange={(stationName) => change({ stationName })}
        />
        <TextField
          label="Tagline"
          value={draft.tagline}
          maxLength={160}
          problem={problem("tagline")}
          onChange={(tagline) => change({ tagline })}
        />
        <TextField
          label="IRC Channel"
          value={draft.ircChannel}
          maxLength={50}
          problem={problem("ircChannel")}
          onChange={(ircChannel) => change({ ircChannel })}
        />
        <SliderField
          label="Server Volume"
          shown={`${draft.volume} %`}
          value={draft.volume}
          min={0}
          max={100}
          step={1}
          onChange={(volume) => change({ volume })}
        />
        <TimeZoneField
          stored={stored.timeZone}
          value={draft.timeZone}
          onChange={(timeZone) => change({ timeZone })}
        />
      </div>
      <SwitchField
        label="Auto-play"
        text="Start playing when the station starts. Otherwise it is silent until you press Play."
        isOn={draft.autoPlay}
        onChange={(autoPlay) => change({ autoPlay })}
      />
      <ShowSwitches draft={draft} onEdit={change} />
      <SaveBar
        label="Save Station Settings"
        isChanged={isChanged}
        isPending={save.isPending}
        isDisabled={draft.stationName.trim() === ""}
        onSave={() => save.mutate(edits, { onSuccess: clear })}
      />
    </FormSection>
  );
}

type ShowSettings = Pick<StationSettings, "announcesShows" | "doesTopicFollowShow" | "djKeysWork">;

/** What shows change on IRC and for DJs. */
function ShowSwitches({
  draft,
  onEdit,
}: {
  readonly draft: ShowSettings;
  readonly onEdit: (edited: Partial<ShowSettings>) => void;
}) {
  return (
    <>
      <SwitchField
        label="Announce shows on IRC"
        text="The bot announces in the channel when a show begins."
        isOn={draft.announcesShows}
        onChange={(announcesShows) => onEdit({ announcesShows })}
      />
      <SwitchField
        label="IRC topic follows the show"
        text="The bot sets the channel's topic: which show is on and until when. It replaces topics that others set."
        isOn={draft.doesTopicFollowShow}
        onChange={(doesTopicFollowShow) => onEdit({ doesTopicFollowShow })}
      />
      <SwitchField
        label="DJs only in their shows"
        text="A stream key works only in the live shows of its owner. Otherwise it works whenever no show admits only its hosts."
        isOn={draft.djKeysWork === "in-own-shows"}
        onChange={(isOn) => onEdit({ djKeysWork: isOn ? "in-own-shows" : "always" })}
      />
    </>
  );
}

/** The station's time zone. */
export function TimeZoneField({
  stored,
  value,
  onChange,
}: {
  readonly stored: string;
  readonly value: string;
  readonly onChange: (timeZone: string) => void;
}) {
  // There are over four hundred, which would delay the page's first rendering.
  const [hasAll, setHasAll] = useState(false);
  return (
    <SelectField
      label="Time Zone"
      value={value}
      choices={hasAll ? timeZonesWith(stored) : [timeZoneChoice(value)]}
      hint="If you change it, the schedule keeps its local times."
      onReached={() => setHasAll(true)}
      onChange={onChange}
    />
  );
}

/** The browser's time zones, and the stored one, which may not be among them. */
function timeZonesWith(stored: string): readonly TimeZoneChoice[] {
  const names = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", stored]);
  return [...names].toSorted().map(timeZoneChoice);
}

interface TimeZoneChoice {
  readonly value: string;
  readonly name: string;
}

function timeZoneChoice(value: string): TimeZoneChoice {
  return { value, name: value.replaceAll("_", " ") };
}
