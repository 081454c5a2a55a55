import type { StationSettings } from "@neonrelay/contract/callers";
import { SwitchField } from "../../../ui/form-fields.tsx";

type ShowSettings = Pick<StationSettings, "announcesShows" | "doesTopicFollowShow">;

/** What the bot makes of shows in the channel. */
export function ShowSwitches({
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
        text="The bot says in the channel when a show begins."
        isOn={draft.announcesShows}
        onChange={(announcesShows) => onEdit({ announcesShows })}
      />
      <SwitchField
        label="IRC topic follows the show"
        text="The bot keeps the topic of the channel: which show is on and until when. It replaces a topic that someone else sets."
        isOn={draft.doesTopicFollowShow}
        onChange={(doesTopicFollowShow) => onEdit({ doesTopicFollowShow })}
      />
    </>
  );
}
