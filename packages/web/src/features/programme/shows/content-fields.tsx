import type { LiveContent, ShowContent, ShowRequests } from "@neonrelay/contract/callers";
import { FormSection, NumberField, SelectField } from "../../../ui/form-fields.tsx";
import { RadioField } from "../../../ui/choice-fields.tsx";
import { contentOf, type Named, requestsOf } from "./show-draft.ts";

const STATION = "station";

const contentChoices = [
  {
    value: "turns",
    name: "The station's playlists",
    text: "In their turns, as between shows.",
  },
  { value: "clock", name: "A clock", text: "Each hour follows that clock." },
  { value: "playlist", name: "A playlist", text: "Nothing else until the show ends." },
  {
    value: "live",
    name: "Its hosts, live",
    text: "Music plays until one of them is on air.",
  },
] as const;

const requestChoices = [
  { value: "open", name: "Open", text: "Listeners may request any track." },
  { value: "closed", name: "Closed", text: "No requests during the show." },
  { value: "playlist", name: "From a playlist", text: "Only tracks of that playlist." },
] as const;

/** What plays during a show. */
export function ContentFields({
  content,
  clocks,
  playlists,
  onChange,
}: {
  readonly content: ShowContent;
  readonly clocks: readonly Named[];
  readonly playlists: readonly Named[];
  readonly onChange: (content: ShowContent) => void;
}) {
  const choices = contentChoices.filter(
    ({ value }) => contentOf(value, { clocks, playlists }) !== undefined,
  );
  return (
    <FormSection title="What Plays">
      <RadioField
        label="During the show"
        value={content.kind}
        choices={choices}
        onChange={(kind) => {
          const chosen = contentOf(kind, { clocks, playlists });
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        <div className="mt-2 max-w-sm">
          {content.kind === "clock" && (
            <SelectField
              label="Clock"
              value={content.clockId}
              choices={choicesOf(clocks)}
              onChange={(clockId) => onChange({ kind: "clock", clockId })}
            />
          )}
          {content.kind === "playlist" && (
            <SelectField
              label="Playlist"
              value={content.playlistId}
              choices={choicesOf(playlists)}
              onChange={(playlistId) => onChange({ kind: "playlist", playlistId })}
            />
          )}
          {content.kind === "live" && (
            <>
              <SelectField
                label="While no host is on air"
                value={content.fallbackPlaylistId ?? STATION}
                choices={[
                  { value: STATION, name: "The station's playlists" },
                  ...choicesOf(playlists),
                ]}
                onChange={(id) =>
                  onChange({ ...content, fallbackPlaylistId: id === STATION ? null : id })
                }
              />
              <LiveFields content={content} onChange={onChange} />
            </>
          )}
        </div>
      </RadioField>
    </FormSection>
  );
}

/** What listeners may request during a show. */
export function RequestFields({
  requests,
  playlists,
  onChange,
}: {
  readonly requests: ShowRequests;
  readonly playlists: readonly Named[];
  readonly onChange: (requests: ShowRequests) => void;
}) {
  const choices = requestChoices.filter(({ value }) => requestsOf(value, playlists) !== undefined);
  return (
    <FormSection title="Requests">
      <RadioField
        label="Requests during the show"
        value={requests.kind}
        choices={choices}
        onChange={(kind) => {
          const chosen = requestsOf(kind, playlists);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {requests.kind === "playlist" && (
          <div className="mt-2 max-w-sm">
            <SelectField
              label="Playlist for requests"
              value={requests.playlistId}
              choices={choicesOf(playlists)}
              onChange={(playlistId) => onChange({ kind: "playlist", playlistId })}
            />
          </div>
        )}
      </RadioField>
    </FormSection>
  );
}

function choicesOf(named: readonly Named[]) {
  return named.map(({ id, name }) => ({ value: id, name }));
}

/** When the hosts of a live show can connect, how long the station waits for them, and how long they may overrun. */
function LiveFields({
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
